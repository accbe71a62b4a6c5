#include "text/unicode_properties.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace tfm {
namespace {

constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kSmallSigma = 0x3C3;
constexpr char32_t kFinalSigma = 0x3C2;
constexpr char32_t kCapitalIWithDot = 0x130;

utf8proc_category_t category(char32_t c) { return utf8proc_category(static_cast<utf8proc_int32_t>(c)); }

bool is_among(utf8proc_category_t value, utf8proc_category_t first, utf8proc_category_t last) {
  return first <= value && value <= last;
}

// The signs that Unicode calls case-ignorable beside the categories below: Word_Break is MidLetter, MidNumLet or
// Single_Quote.
constexpr std::array<char32_t, 17> kIgnorableSigns = {0x27,   0x2E,   0x3A,   0xB7,   0x387,  0x55F,
                                                      0x5F4,  0x2018, 0x2019, 0x2024, 0x2027, 0xFE13,
                                                      0xFE52, 0xFE55, 0xFF07, 0xFF0E, 0xFF1A};

// Definition D136 of the Unicode Standard.
bool is_case_ignorable(char32_t c) {
  switch (category(c)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
      return true;
    default:
      return std::ranges::binary_search(kIgnorableSigns, c);
  }
}

// Definition D135, without the code points that are case-ignorable as well: letters, Roman numerals, letters in circles
// and squares.
bool is_cased(char32_t c) {
  return is_among(category(c), UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_LT) || c == 0xAA || c == 0xBA ||
         (c >= 0x2160 && c <= 0x217F) || (c >= 0x24B6 && c <= 0x24E9) || (c >= 0x1F130 && c <= 0x1F149) ||
         (c >= 0x1F150 && c <= 0x1F169) || (c >= 0x1F170 && c <= 0x1F189);
}

// Unicode's condition Final_Sigma (table 3-17): a cased letter before it, none behind it.
bool ends_word(std::u32string_view text, std::size_t position) {
  const auto before = text.substr(0, position);
  const auto previous = std::find_if_not(before.rbegin(), before.rend(), is_case_ignorable);
  if (previous == before.rend() || !is_cased(*previous)) return false;
  const auto behind = text.substr(position + 1);
  const auto next = std::ranges::find_if_not(behind, is_case_ignorable);
  return next == behind.end() || !is_cased(*next);
}

}  // namespace

bool is_punctuation(char32_t c) { return is_among(category(c), UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO); }
bool is_symbol(char32_t c) { return is_among(category(c), UTF8PROC_CATEGORY_SM, UTF8PROC_CATEGORY_SO); }
bool is_number(char32_t c) { return is_among(category(c), UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO); }

std::u32string lowercase(std::u32string_view text) {
  std::u32string lower;
  lower.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == kCapitalSigma) {
      lower += ends_word(text, i) ? kFinalSigma : kSmallSigma;
    } else if (text[i] == kCapitalIWithDot) {
      lower += U"i\u0307";  // the one code point whose lower-case form is two
    } else {
      lower += static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(text[i])));
    }
  }
  return lower;
}

}  // namespace tfm
