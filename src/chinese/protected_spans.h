// Where a line isn't prose: addresses, code and markup, which no rule for Chinese text may touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tfm {

// Found by their form:
// - addresses: from "scheme://" or "www." on, and e-mail addresses, without the marks at their end. A Han character
//   belongs to an address behind "/" or "=" and behind another Han character of it.
// - code: between grave accents; a call with a quoted argument, f("x"); a backslash, a letter, quote or bracket, and
//   the character behind them
// - markup: <tag attribute="x">, {placeholder}, &entity;, a menu's access key (&F), the targets of Markdown's
//   [text](target), and the front of reStructuredText's :role:`text`
class ProtectedSpans {
 public:
  explicit ProtectedSpans(std::u32string_view line);

  bool hold(std::size_t position) const { return !spans_.empty() && spans_[position] != 0; }
  // Both in the same span.
  bool hold_together(std::size_t a, std::size_t b) const { return hold(a) && spans_[a] == spans_[b]; }

 private:
  std::vector<uint32_t> spans_;  // for each position the number of its span, 0: none. Empty: there are none at all.
};

}  // namespace tfm
