// Classes of characters, as far as the analysis tells them apart.
#pragma once

#include <cstddef>
#include <string_view>

namespace tfm::analysis {

// kFullWidth: letters and digits as wide as an ideograph. kCjkMark: punctuation of Chinese and Japanese and all
// full-width signs. kOther: other scripts, combining marks, control characters.
enum class CharacterClass {
  kHan,
  kLatin,
  kDigit,
  kFullWidth,
  kOther,
  kCjkMark,
  kAsciiMark,
  kOtherMark,
  kReplacement,
  kSpace
};
inline constexpr std::size_t kNumCharacterClasses = 10;

CharacterClass class_of(char32_t c);
// Punctuation and symbols of any kind.
bool is_mark(char32_t c);
// Nothing but white space.
bool is_blank(std::string_view text);

}  // namespace tfm::analysis
