// Where words and pieces stand in a text, counted so that blanks which come and go between them change nothing: in
// characters that are no white space.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tfm {

struct CharacterSpan {
  int64_t begin = 0;
  int64_t end = 0;
  bool operator==(const CharacterSpan&) const = default;
};

// Part of a text, in bytes.
struct ByteSpan {
  int64_t begin = 0;
  int64_t end = 0;
};

// What stands between blanks and tabs, as fast_align and Moses have words. A word of other white space alone spans
// nothing.
std::vector<CharacterSpan> word_spans(std::string_view utf8);
// What stands between white space of any kind, as Python's split() has words.
std::vector<CharacterSpan> python_word_spans(std::string_view utf8);

int64_t count_visible_characters(std::string_view utf8);

// Of parts of the text in their order. A part that has no character to itself belongs to the next one: a bare word
// boundary, or all bytes but the last where a character was written as bytes.
std::vector<CharacterSpan> character_spans(std::string_view utf8, std::span<const ByteSpan> parts);

}  // namespace tfm
