#include <utility>

#include "core/concat.h"
#include "inspection/attention_maps.h"
#include "inspection/attention_view.h"
#include "inspection/colour_scale.h"
#include "inspection/markup.h"
#include "inspection/svg_layout.h"

namespace tfm {
namespace inspection {
namespace {

constexpr std::string_view kFonts =
    "'Noto Sans', 'Noto Sans CJK SC', 'Noto Sans SC', 'Source Han Sans SC', 'PingFang SC', 'Microsoft YaHei', "
    "'WenQuanYi Micro Hei', 'DejaVu Sans', sans-serif";

// The gradient of the legend, and what a weight of exactly 0 is filled with.
std::string definitions() {
  return concat("<defs><linearGradient id=\"scale\"><stop offset=\"0\" stop-color=\"", hex(kLow),
                "\"/><stop offset=\"1\" stop-color=\"", hex(kHigh),
                "\"/></linearGradient>"
                "<pattern id=\"zero\" width=\"5\" height=\"5\" patternUnits=\"userSpaceOnUse\">"
                "<path d=\"M0 5 5 0\" stroke=\"#d4d4d4\"/></pattern></defs>\n");
}

class SvgPicture {
 public:
  explicit SvgPicture(AttentionPicture picture)
      : picture_(std::move(picture)), layout_(layout_of(picture_)), largest_(largest_weight(picture_)) {}

  std::string svg(const std::string& description) const {
    return concat("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"",
                  layout_.width, "\" height=\"", layout_.height, "\" viewBox=\"0 0 ", layout_.width, " ",
                  layout_.height, "\" role=\"img\" aria-labelledby=\"title desc\" font-family=\"", kFonts,
                  "\">\n<title id=\"title\">", picture_.title, "</title>\n<desc id=\"desc\">", escaped(description),
                  "</desc>\n", definitions(), "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n", heading(),
                  queries(), heads(), cells(), numbers(), entropies(), legend(), "</svg>\n");
  }

 private:
  int x(std::size_t key) const { return layout_.left + static_cast<int>(key) * layout_.cell; }
  int y(std::size_t query) const { return layout_.top + static_cast<int>(query) * layout_.cell; }
  // Of text in the middle of a row.
  int baseline(std::size_t query, int font) const { return y(query) + layout_.cell / 2 + font * 35 / 100; }
  double share(float weight) const { return static_cast<double>(weight) / static_cast<double>(largest_); }

  std::string heading() const {
    return concat("<text x=\"", kMargin, "\" y=\"", kMargin + kTitleFont, "\" font-size=\"", kTitleFont,
                  "\" font-weight=\"bold\">", picture_.title, "</text>\n");
  }

  std::string queries() const {
    std::string svg = concat("<g font-size=\"", layout_.font, "\" text-anchor=\"end\">\n");
    for (std::size_t i = 0; i < picture_.queries.size(); ++i) {
      svg += concat("<text x=\"", layout_.left - kGap, "\" y=\"", baseline(i, layout_.font), "\">",
                    escaped(query_label(picture_, i)), "</text>\n");
    }
    return svg + "</g>\n";
  }

  std::string head(int left, std::string_view text, std::string_view upright_anchor) const {
    const auto slant = layout_.has_upright_keys ? concat("\" text-anchor=\"", upright_anchor) : " rotate(-45)";
    return concat("<text transform=\"translate(", left, " ", layout_.top - kGap, ")", slant, "\">", escaped(text),
                  "</text>\n");
  }

  std::string heads() const {
    std::string svg = concat("<g font-size=\"", layout_.font, "\">\n");
    for (std::size_t i = 0; i < picture_.keys.size(); ++i) {
      svg += head(x(i) + layout_.cell / 2, picture_.keys[i], "middle");
    }
    return svg + head(x(picture_.keys.size()) + kGap, kEntropyHead, "start") + "</g>\n";
  }

  std::string cell_title(std::size_t query, std::size_t key) const {
    const auto predicts = picture_.predictions.empty() ? "" : concat(" (predicts “", picture_.predictions[query], "”)");
    return concat("query “", picture_.queries[query], "”", predicts, ", key “", picture_.keys[key],
                  "”: ", exact(picture_.weights[query][key]));
  }

  std::string cells() const {
    std::string svg = "<g class=\"cells\">\n";
    for (std::size_t i = 0; i < picture_.queries.size(); ++i) {
      for (std::size_t j = 0; j < picture_.keys.size(); ++j) {
        const float weight = picture_.weights[i][j];
        svg += concat("<rect x=\"", x(j), "\" y=\"", y(i), "\" width=\"", layout_.cell - 1, "\" height=\"",
                      layout_.cell - 1, "\" fill=\"", weight > 0.0F ? hex(shade(share(weight))) : "url(#zero)",
                      "\"><title>", escaped(cell_title(i, j)), "</title></rect>\n");
      }
    }
    return svg + "</g>\n";
  }

  // A cell answers the pointer with its title through its number.
  std::string numbers() const {
    if (!layout_.has_numbers) return "";
    std::string svg = concat("<g font-size=\"", kSmallFont, "\" text-anchor=\"middle\" pointer-events=\"none\">\n");
    for (std::size_t i = 0; i < picture_.queries.size(); ++i) {
      for (std::size_t j = 0; j < picture_.keys.size(); ++j) {
        const float weight = picture_.weights[i][j];
        if (weight <= 0.0F) continue;
        svg += concat("<text x=\"", x(j) + layout_.cell / 2, "\" y=\"", baseline(i, kSmallFont), "\" fill=\"",
                      is_dark(shade(share(weight))) ? "#ffffff" : "#000000", "\">",
                      decimal(static_cast<double>(weight), 2), "</text>\n");
      }
    }
    return svg + "</g>\n";
  }

  std::string entropies() const {
    std::string svg = concat("<g class=\"entropies\" font-size=\"", kSmallFont, "\">\n");
    for (std::size_t i = 0; i < picture_.queries.size(); ++i) {
      svg += concat("<text x=\"", x(picture_.keys.size()) + kGap, "\" y=\"", baseline(i, kSmallFont), "\">",
                    decimal(entropy_bits(picture_.weights[i]), 2), "</text>\n");
    }
    return svg + "</g>\n";
  }

  std::string legend() const {
    const int top = y(picture_.queries.size()) + 20, base = top + 12;
    return concat("<g font-size=\"", kSmallFont, "\"><text x=\"", kMargin, "\" y=\"", base,
                  "\">weight 0</text><rect x=\"", kMargin + 66, "\" y=\"", top,
                  "\" width=\"140\" height=\"14\" fill=\"url(#scale)\"/><text x=\"", kMargin + 212, "\" y=\"", base,
                  "\">", decimal(static_cast<double>(largest_), 3), "</text><rect x=\"", kMargin + 270, "\" y=\"", top,
                  "\" width=\"14\" height=\"14\" fill=\"url(#zero)\" stroke=\"#d4d4d4\"/><text x=\"", kMargin + 290,
                  "\" y=\"", base, "\">exactly 0: not seen</text></g>\n");
  }

  AttentionPicture picture_;
  SvgLayout layout_;
  float largest_;
};

}  // namespace
}  // namespace inspection

std::string attention_svg(const AttentionMaps& maps, const AttentionView& view) {
  const inspection::SvgPicture picture(inspection::picture_of(maps, view));
  return picture.svg(concat("Each row is a query, each column a key; the weights of a row sum to 1. Source: ",
                            maps.source, " Target: ", maps.target));
}

}  // namespace tfm
