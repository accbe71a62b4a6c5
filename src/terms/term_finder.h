// Which terms of a long list a source line has.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tfm {

// A term without an upper-case letter is found in any case, another one only as it is written. It is found where it
// stands by itself (terms/word_borders.h). From left to right the longest term wins, and matches don't overlap; of two
// terms that differ in case alone, the one that is written like the text.
class TermFinder {
 public:
  explicit TermFinder(const std::vector<std::string>& terms);

  // The numbers of the terms, each once, by the place where it first stands. White space in the text counts as in the
  // terms: as one blank. The time depends on the list's length by its logarithm alone.
  std::vector<int64_t> find(std::string_view text) const;

 private:
  struct Entry {
    std::u32string folded;    // for comparison in any case
    std::u32string original;  // empty where the case doesn't matter
    int64_t number = 0;
  };
  const Entry* longest_at(std::u32string_view text, std::u32string_view folded, std::size_t begin) const;

  std::vector<Entry> entries_;  // sorted by folded
};

}  // namespace tfm
