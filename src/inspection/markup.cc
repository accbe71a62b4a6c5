#include "inspection/markup.h"

#include <array>
#include <charconv>

namespace tfm::inspection {
namespace {

constexpr std::string_view kReplacement = "\uFFFD";

std::string escaped_byte(char byte) {
  switch (byte) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return std::string(1, byte);
  }
}

// Of XML 1.0: controls but tab and line ends, U+FFFE and U+FFFF. Returns the bytes of the character, 0 for any other.
std::size_t forbidden_length(std::string_view text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x20) return first == '\t' || first == '\n' || first == '\r' ? 0 : 1;
  const auto character = text.substr(0, 3);
  return character == "\xEF\xBF\xBE" || character == "\xEF\xBF\xBF" ? 3 : 0;
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto forbidden = forbidden_length(text);
    out += forbidden > 0 ? std::string(kReplacement) : escaped_byte(text.front());
    text.remove_prefix(forbidden > 0 ? forbidden : 1);
  }
  return out;
}

std::string exact(float number) {
  std::array<char, 32> buffer{};
  return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), number).ptr};
}

}  // namespace tfm::inspection
