// Where the parts of the SVG picture of attention stand, in pixels.
#pragma once

#include <string>
#include <string_view>

#include "inspection/attention_view.h"

namespace tfm::inspection {

struct SvgLayout {
  int cell = 0;                   // the distance between two cells
  int font = 0;                   // of the pieces
  bool has_numbers = false;       // room for a number in each cell
  bool has_upright_keys = false;  // each key fits above its column; else they are slanted
  int left = 0, top = 0;          // the first cell's corner
  int width = 0, height = 0;      // of the whole picture
};

inline constexpr std::string_view kEntropyHead = "entropy, bits";  // above the column after the last key
inline constexpr int kMargin = 16;
inline constexpr int kGap = 6;  // between a label and the cells
inline constexpr int kTitleFont = 16, kSmallFont = 12;
inline constexpr int kLegendWidth = 420, kLegendHeight = 48;

SvgLayout layout_of(const AttentionPicture& picture);

// "▁cat", or "<s> → 猫": what the query reads and, in the decoder, predicts.
std::string query_label(const AttentionPicture& picture, std::size_t query);

// An estimate, for no font is at hand.
int text_width(std::string_view utf8, int font);

}  // namespace tfm::inspection
