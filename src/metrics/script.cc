#include "metrics/script.h"

#include <cstdint>

#include "metrics/python_string.h"

namespace tfm {
namespace {

// The unified ideographs of the basic plane, extension A, and the planes 2 and 3.
bool is_han(char32_t c) {
  return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x20000 && c <= 0x3FFFF);
}

}  // namespace

BleuTokenization bleu_tokenization_for_text(const std::vector<std::string>& lines) {
  int64_t han = 0, visible = 0;
  for (const auto& line : lines) {
    for (const char32_t c : metrics::decode_utf8(line)) {
      if (metrics::is_space(c)) continue;
      ++visible;
      if (is_han(c)) ++han;
    }
  }
  return visible > 0 && 3 * han >= visible ? BleuTokenization::kZh : BleuTokenization::k13a;
}

}  // namespace tfm
