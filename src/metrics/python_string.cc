#include "metrics/python_string.h"

#include <algorithm>

namespace tfm::metrics {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

// What a first byte announces: bytes to come, its own bits, and the range of the second byte (narrower than 80..BF
// where the rest would be an overlong form, a surrogate or past U+10FFFF).
struct Lead {
  int continuations = -1;  // -1: no first byte
  char32_t bits = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
};

Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {.continuations = 0, .bits = byte};
  if (byte < 0xC2) return {};
  if (byte < 0xE0) return {.continuations = 1, .bits = byte & 0x1FU};
  if (byte == 0xE0) return {.continuations = 2, .bits = 0, .low = 0xA0};
  if (byte == 0xED) return {.continuations = 2, .bits = 0xD, .high = 0x9F};
  if (byte < 0xF0) return {.continuations = 2, .bits = byte & 0xFU};
  if (byte == 0xF0) return {.continuations = 3, .bits = 0, .low = 0x90};
  if (byte < 0xF4) return {.continuations = 3, .bits = byte & 0x7U};
  if (byte == 0xF4) return {.continuations = 3, .bits = 4, .high = 0x8F};
  return {};
}

// Takes one code point, or one ill-formed sequence, off the front of `bytes` (not empty).
char32_t take_code_point(std::string_view& bytes) {
  const auto byte_at = [&](size_t i) { return static_cast<unsigned char>(bytes[i]); };
  const Lead lead = lead_of(byte_at(0));
  char32_t code = lead.bits;
  int left = lead.continuations;
  size_t used = 1;
  for (; left > 0 && used < bytes.size(); --left, ++used) {
    const unsigned char byte = byte_at(used);
    if (byte < (used == 1 ? lead.low : 0x80) || byte > (used == 1 ? lead.high : 0xBF)) break;
    code = (code << 6) | (byte & 0x3FU);
  }
  bytes.remove_prefix(used);
  return left == 0 ? code : kReplacement;
}

}  // namespace

std::u32string decode_utf8(std::string_view bytes) {
  std::u32string text;
  text.reserve(bytes.size());
  while (!bytes.empty()) text += take_code_point(bytes);
  return text;
}

std::string encode_utf8(std::u32string_view text) {
  std::string bytes;
  const auto put = [&](char32_t byte) { bytes += static_cast<char>(static_cast<unsigned char>(byte)); };
  const auto put_continuation = [&](char32_t bits) { put(0x80 | (bits & 0x3F)); };
  for (const char32_t c : text) {
    if (c < 0x80) {
      put(c);
      continue;
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
  }
  return bytes;
}

bool is_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x1F);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000;
}

std::u32string_view strip_right(std::u32string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::u32string_view strip(std::u32string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return strip_right(text);
}

std::vector<std::u32string_view> split(std::u32string_view text) {
  std::vector<std::u32string_view> words;
  auto end = text.begin();
  while (true) {
    const auto begin = std::find_if_not(end, text.end(), is_space);
    if (begin == text.end()) return words;
    end = std::find_if(begin, text.end(), is_space);
    words.emplace_back(begin, end);
  }
}

}  // namespace tfm::metrics
