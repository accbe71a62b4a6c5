#include "text/code_points.h"

#include <array>
#include <cstdint>
#include <optional>

namespace tfm {
namespace {

// What may follow a lead byte past ASCII: how many more bytes, and the range of the first of them, which is narrower
// where an overlong form, a surrogate or a number past U+10FFFF would begin (Unicode, table 3-7).
struct Continuation {
  std::size_t count = 0;
  uint8_t first = 0x80;
  uint8_t last = 0xBF;
};

std::optional<Continuation> continuation_of(uint8_t lead) {
  if (lead < 0xC2) return std::nullopt;
  if (lead < 0xE0) return Continuation{1};
  if (lead == 0xE0) return Continuation{2, 0xA0, 0xBF};
  if (lead == 0xED) return Continuation{2, 0x80, 0x9F};
  if (lead < 0xF0) return Continuation{2};
  if (lead == 0xF0) return Continuation{3, 0x90, 0xBF};
  if (lead < 0xF4) return Continuation{3};
  if (lead == 0xF4) return Continuation{3, 0x80, 0x8F};
  return std::nullopt;
}

// Returns the end of the up to four bytes that it writes.
char* put_utf8(char* out, char32_t c) {
  const auto put = [&](char32_t byte) { *out++ = static_cast<char>(static_cast<unsigned char>(byte)); };
  const auto put_continuation = [&](char32_t bits) { put(0x80 | (bits & 0x3F)); };
  if (c < 0x80) {
    put(c);
    return out;
  }
  if (c < 0x800) {
    put(0xC0 | (c >> 6));
  } else if (c < 0x10000) {
    put(0xE0 | (c >> 12));
    put_continuation(c >> 6);
  } else {
    put(0xF0 | (c >> 18));
    put_continuation(c >> 12);
    put_continuation(c >> 6);
  }
  put_continuation(c);
  return out;
}

}  // namespace

Utf8Sequence first_wide_sequence(std::string_view bytes) {
  const auto lead = static_cast<uint8_t>(bytes[0]);
  const auto continuation = continuation_of(lead);
  if (!continuation) return {};
  constexpr std::array<uint8_t, 4> kLeadBits{0x00, 0x1F, 0x0F, 0x07};
  char32_t code_point = lead & kLeadBits[continuation->count];
  uint8_t first = continuation->first;
  uint8_t last = continuation->last;
  std::size_t length = 1;
  for (; length <= continuation->count; ++length) {
    if (length == bytes.size()) return {length};
    const auto byte = static_cast<uint8_t>(bytes[length]);
    if (byte < first || byte > last) return {length};
    code_point = (code_point << 6) | (byte & 0x3F);
    first = 0x80;
    last = 0xBF;
  }
  return {length, true, code_point};
}

std::u32string decode_utf8(std::string_view bytes) {
  std::u32string text(bytes.size(), 0);
  std::size_t length = 0;
  while (!bytes.empty()) {
    const Utf8Sequence sequence = first_sequence(bytes);
    text[length++] = sequence.code_point;
    bytes.remove_prefix(sequence.length);
  }
  text.resize(length);
  return text;
}

std::string encode_utf8(std::u32string_view text) {
  std::string bytes(4 * text.size(), '\0');
  char* end = bytes.data();
  for (const char32_t c : text) end = put_utf8(end, c);
  bytes.resize(static_cast<std::size_t>(end - bytes.data()));
  return bytes;
}

}  // namespace tfm
