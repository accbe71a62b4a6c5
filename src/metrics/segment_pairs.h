// The border of every corpus score: one reference for each hypothesis.
#pragma once

#include <string>
#include <vector>

namespace tfm::metrics {

// UserError when the counts differ (both numbers) or there is nothing to score.
void check_segment_pairs(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references);

}  // namespace tfm::metrics
