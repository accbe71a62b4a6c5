#include "analysis/shown_text.h"

#include "metrics/python_string.h"

namespace tfm::analysis {

ShownText shown_text(std::string_view text) {
  ShownText shown{metrics::decode_utf8(text)};
  if (shown.text.size() > kShownCharacters) {
    shown.left_out = shown.text.size() - kShownCharacters;
    shown.text.resize(kShownCharacters);
  }
  return shown;
}

}  // namespace tfm::analysis
