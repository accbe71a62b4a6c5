#include "formats/wmt_sgml.h"

#include <string_view>

#include "text/unicode.h"

namespace tfm {
namespace {

constexpr std::string_view kOpening = "<seg ";
constexpr std::string_view kClosing = "</seg>";

}  // namespace

std::vector<std::string> wmt_sgml_segments(const std::vector<std::string>& lines) {
  std::vector<std::string> segments;
  for (const std::string_view line : lines) {
    if (!line.starts_with(kOpening)) continue;
    const auto begin = line.find('>'), end = line.rfind(kClosing);
    const bool whole = begin != std::string_view::npos && end != std::string_view::npos && begin < end;
    segments.push_back(collapse_white_space(whole ? line.substr(begin + 1, end - begin - 1) : line));
  }
  return segments;
}

}  // namespace tfm
