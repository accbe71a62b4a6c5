#include <algorithm>

#include "core/concat.h"
#include "page/html.h"
#include "report/score_names.h"
#include "report/sections.h"

namespace tfm::report {
namespace {

struct Look {
  const char* key;
  const char* title;
  const char* name;
  const char* unit;
  page::Scale scale = page::Scale::kLinear;
  bool from_zero = false;
};

// A gradient's norm has peaks that would press everything else to the ground.
constexpr Look kLooks[] = {
    {"loss", "Training loss", "loss", "nats per token, label smoothing included"},
    {"learning_rate", "Learning rate", "learning rate", "", page::Scale::kLinear, true},
    {"gradient_norm", "Gradient norm", "norm", "before clipping", page::Scale::kLogarithmic},
    {"tokens_per_second", "Speed", "tokens per second", "target tokens per second", page::Scale::kLinear, true},
};

std::string chart_of(const RunHistory::NamedCurve& curve) {
  const auto look = std::ranges::find(kLooks, curve.name, &Look::key);
  if (look == std::end(kLooks)) return "";
  std::string id = concat("training-", look - std::begin(kLooks));
  return page::line_chart({.id = std::move(id),
                           .title = look->title,
                           .unit = look->unit,
                           .x_name = "step",
                           .series = {{look->name, line_points(curve.curve)}},
                           .scale = look->scale,
                           .from_zero = look->from_zero});
}

}  // namespace

page::Section training_section(const RunView& view) {
  std::string charts;
  for (const auto& curve : view.history.training_curves()) charts += chart_of(curve);
  std::string body = concat("<div class=\"columns\">\n", charts, "</div>\n");
  body += page::definition(
      "Loss and speed are means since the line of the log before; the others are those of the step. In a long run a "
      "point stands for several lines: the curve is their mean, the band their range.");
  return {"training", "Training", body};
}

}  // namespace tfm::report
