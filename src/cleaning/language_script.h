// Which script a language is written in, as far as characters can tell a wrong line.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tfm {

enum class WritingScript { kLatin, kHan, kJapanese, kKorean, kCyrillic };

// Of a language tag such as zh-Hans: a script in the tag (Latn, Cyrl) decides, else the language. Nothing for
// languages that aren't listed and scripts that aren't told apart here.
std::optional<WritingScript> script_of_language(const std::string& tag);

// The share of the words of `text` that are in the script: a Han character counts as a word, and so does a run of other
// letters of one script. Japanese has Han characters and kana, Korean Hangul and Han characters. Nothing where there
// are no letters.
std::optional<double> script_share(std::string_view text, WritingScript script);

}  // namespace tfm
