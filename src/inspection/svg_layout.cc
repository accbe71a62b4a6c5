#include "inspection/svg_layout.h"

#include <algorithm>

namespace tfm::inspection {
namespace {

constexpr int kTitleHeight = 40;  // above the key labels

int slanted(int length) { return length * 71 / 100 + 1; }  // at 45 degrees

int widest(const std::vector<std::string>& texts, int font) {
  int width = 0;
  for (const auto& text : texts) width = std::max(width, text_width(text, font));
  return width;
}

void choose_sizes(SvgLayout& layout, std::size_t pieces) {
  layout.cell = pieces <= 24 ? 36 : pieces <= 60 ? 22 : 16;
  layout.font = std::min(15, layout.cell - 4);
  layout.has_numbers = layout.cell >= 36;
}

}  // namespace

SvgLayout layout_of(const AttentionPicture& picture) {
  SvgLayout layout;
  choose_sizes(layout, std::max(picture.queries.size(), picture.keys.size()));
  int queries = 0;
  for (std::size_t i = 0; i < picture.queries.size(); ++i) {
    queries = std::max(queries, text_width(query_label(picture, i), layout.font));
  }
  const int keys = widest(picture.keys, layout.font);
  layout.has_upright_keys = keys < layout.cell;
  const int entropies = text_width(kEntropyHead, layout.font);
  const int head = layout.has_upright_keys ? layout.font : slanted(std::max(keys, entropies));
  layout.left = kMargin + queries + kGap;
  layout.top = kMargin + kTitleHeight + head + kGap;
  const int cells = static_cast<int>(picture.keys.size()) * layout.cell;
  const int title = text_width(picture.title, kTitleFont);
  const int beyond_cells = layout.has_upright_keys ? kGap + entropies : layout.cell + head;
  layout.width = std::max(layout.left + cells + beyond_cells, kMargin + std::max(title, kLegendWidth)) + kMargin;
  layout.height = layout.top + static_cast<int>(picture.queries.size()) * layout.cell + kLegendHeight + kMargin;
  return layout;
}

std::string query_label(const AttentionPicture& picture, std::size_t query) {
  const auto& reads = picture.queries[query];
  return picture.predictions.empty() ? reads : reads + " → " + picture.predictions[query];
}

int text_width(std::string_view utf8, int font) {
  int tenths = 0;
  for (const char c : utf8) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {  // ASCII
      tenths += 6;
    } else if (byte >= 0xE0) {  // begins a character of three or four bytes, such as Chinese
      tenths += 10;
    } else if (byte >= 0xC0) {  // begins one of two bytes
      tenths += 7;
    }
  }
  return tenths * font / 10 + 1;
}

}  // namespace tfm::inspection
