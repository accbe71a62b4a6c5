// Which quotes and brackets of a line belong together.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "chinese/protected_spans.h"

namespace tfm {

// Brackets ( ) in both widths match as nested ones do. Straight quotes have no direction: the first opens and the
// second closes, and so on, if the line has an even number of them. An apostrophe within a word is no quote; where one
// hangs on a word's wrong side, no single quote of the line is paired. Marks in protected spans, and quotes behind "=",
// don't count.
class MarkPairs {
 public:
  enum class Role : unsigned char { kNone, kOpens, kCloses };
  static constexpr std::size_t kNoPartner = static_cast<std::size_t>(-1);

  MarkPairs(std::u32string_view line, const ProtectedSpans& spans);

  // Of the bracket or quote there; curly quotes have a role and no partner.
  Role role(std::size_t position) const { return marks_.empty() ? Role::kNone : marks_[position].role; }
  std::size_t partner(std::size_t position) const { return marks_.empty() ? kNoPartner : marks_[position].partner; }

 private:
  struct Mark {
    Role role = Role::kNone;
    std::size_t partner = kNoPartner;
  };
  void pair(std::size_t opening, std::size_t closing);
  void pair_brackets(std::u32string_view line, const ProtectedSpans& spans);
  void pair_quotes(std::u32string_view line, const ProtectedSpans& spans, char32_t quote);

  std::vector<Mark> marks_;  // empty: the line has no bracket and no quote
};

}  // namespace tfm
