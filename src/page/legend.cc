#include "page/legend.h"

#include "core/concat.h"
#include "page/html.h"

namespace tfm::page {
namespace {

constexpr std::size_t kColours = 8;

}  // namespace

std::string series_class(std::size_t series) { return concat("s", series % kColours); }

std::string legend(const std::vector<std::string>& names) {
  if (names.size() < 2) return "";
  std::string html = "<p class=\"legend\" aria-hidden=\"true\">";
  for (std::size_t i = 0; i < names.size(); ++i) {
    html += concat("<span><span class=\"swatch ", series_class(i), "\"></span>", escaped(names[i]), "</span> ");
  }
  return html + "</p>";
}

}  // namespace tfm::page
