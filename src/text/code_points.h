// UTF-8 taken apart and put together, code point by code point.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tfm {

inline constexpr char32_t kReplacementCharacter = 0xFFFD;

// A code point at the front of some bytes, or the longest part of them that could have begun one, which counts as
// U+FFFD (a maximal ill-formed sequence, as in Unicode's chapter 3.9 and in Python's decoder).
struct Utf8Sequence {
  std::size_t length = 1;  // bytes
  bool valid = false;
  char32_t code_point = kReplacementCharacter;
};

// For bytes that begin past ASCII.
Utf8Sequence first_wide_sequence(std::string_view bytes);

// `bytes` is not empty.
inline Utf8Sequence first_sequence(std::string_view bytes) {
  const auto lead = static_cast<unsigned char>(bytes.front());
  return lead < 0x80 ? Utf8Sequence{1, true, lead} : first_wide_sequence(bytes);
}

// Each maximal ill-formed sequence becomes one U+FFFD, as with Python's bytes.decode("utf-8", "replace").
std::u32string decode_utf8(std::string_view bytes);
std::string encode_utf8(std::u32string_view text);

}  // namespace tfm
