#include "metrics/segment_pairs.h"

#include "core/concat.h"
#include "core/error.h"

namespace tfm::metrics {

void check_segment_pairs(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references) {
  if (hypotheses.size() != references.size()) {
    throw UserError(concat("the number of hypotheses (", hypotheses.size(), ") and of references (", references.size(),
                           ") differ; each hypothesis needs one reference, line for line"));
  }
  if (hypotheses.empty()) {
    throw UserError("there are no lines to score; give at least one hypothesis and its reference");
  }
}

}  // namespace tfm::metrics
