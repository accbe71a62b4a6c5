// Cuts a text into parts that are short enough, where it hurts least.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

namespace tfm {

// How long a text is, in whatever counts: pieces of a vocabulary.
using TextLength = std::function<int64_t(std::string_view text)>;

// Parts that together are the text, byte for byte, each of a `length` of at most `most`, at least 1 (a character that
// is longer by itself is a part). Each sentence is a part of its own. One that is too long is cut behind clauses, a
// clause behind words, a word between characters; of these as many stay together as fit.
std::vector<std::string_view> split_text(std::string_view text, int64_t most, const TextLength& length);

}  // namespace tfm
