// What people call the scores that the log knows by a key.
#pragma once

#include <string>
#include <vector>

#include "page/line_chart.h"
#include "report/run_history.h"

namespace tfm::report {

// "BLEU" for "bleu"; a key that isn't known stays as it is.
std::string score_name(const std::string& key);
// "12.34", "2.3456", "not finite"
std::string score_text(const std::string& key, const std::optional<double>& score);
// The points of a curve as a chart takes them.
std::vector<page::LinePoint> line_points(const Curve& curve);

}  // namespace tfm::report
