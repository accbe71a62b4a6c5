#include "metrics/script.h"

#include <cstdint>

#include "metrics/python_string.h"
#include "text/characters.h"

namespace tfm {

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
