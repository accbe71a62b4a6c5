#include "metrics/ter_tokenizer.h"

#include <algorithm>
#include <array>

#include "metrics/mteval_rules.h"
#include "metrics/python_string.h"
#include "text/unicode_properties.h"

namespace tfm::metrics {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

bool is_in_any(std::u32string_view signs, char32_t c) { return signs.find(c) != std::u32string_view::npos; }

// sacreBLEU's table of Chinese and Japanese blocks. U+3200..U+3F22 is what its spelling of U+3200..U+32FF comes to; the
// rest of that range stands in another row anyway. Its rules for runs of kana never apply, since they are bound to the
// beginning of the line and a normalized line begins with a space.
constexpr std::array<Range, 8> kSplitRanges = {{{0x4E00, 0x9FFF},
                                                {0x3400, 0x4DBF},
                                                {0x31C0, 0x31EF},
                                                {0x2E80, 0x2EFF},
                                                {0x3300, 0x33FF},
                                                {0xF900, 0xFAFF},
                                                {0xFE30, 0xFE4F},
                                                {0x3200, 0x3F22}}};

bool is_asian_mark(char32_t c) {
  constexpr std::u32string_view full_width = U"．，？：；！＂（）";
  return c == 0x3001 || c == 0x3002 || (c >= 0x3008 && c <= 0x3011) || (c >= 0x3014 && c <= 0x301F) ||
         (c >= 0xFF61 && c <= 0xFF65) || c == 0x30FB || is_in_any(full_width, c);
}

bool stands_alone(char32_t c) {
  return is_asian_mark(c) ||
         std::ranges::any_of(kSplitRanges, [c](const Range& range) { return range.first <= c && c <= range.last; });
}

std::u32string normalize_western(std::u32string_view line) {
  std::u32string text(line);
  undo_escapes(text);
  text = separate_signs(U' ' + text + U' ');
  replace_all(text, U"'s ", U" 's ");
  return separate_stops_and_hyphens(text);
}

}  // namespace

std::u32string tokenize_ter(std::u32string_view line, const TerOptions& options) {
  std::u32string text(strip_right(line));
  if (!options.case_sensitive) text = lowercase(text);
  if (options.normalized && !text.empty()) {
    text = normalize_western(text);
    if (options.asian_support) text = surround_with_spaces(text, stands_alone);
  }
  if (options.no_punct) {
    std::erase_if(text, [](char32_t c) { return is_in_any(U".,?:;!\"()", c); });
    if (options.asian_support) std::erase_if(text, is_asian_mark);
  }
  return text;
}

}  // namespace tfm::metrics
