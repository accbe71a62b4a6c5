#include "report/score_names.h"

#include "core/decimal.h"

namespace tfm::report {

std::string score_name(const std::string& key) {
  if (key == "loss") return "loss";
  if (key == "bleu") return "BLEU";
  if (key == "chrf") return "chrF";
  return key;
}

std::string score_text(const std::string& key, const std::optional<double>& score) {
  if (!score) return "not finite";
  return decimal(*score, key == "loss" ? 4 : 2);
}

std::vector<page::LinePoint> line_points(const Curve& curve) {
  std::vector<page::LinePoint> points;
  for (const auto& point : curve.points()) {
    points.push_back({static_cast<double>(point.step), point.mean, point.low, point.high});
  }
  return points;
}

}  // namespace tfm::report
