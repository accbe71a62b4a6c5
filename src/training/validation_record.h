// What a validation's score decides: the best model, and when to stop waiting for a better one.
#pragma once

#include <optional>

#include "checkpoint/training_state.h"
#include "config/config.h"

namespace tfm {

struct ValidationScores {
  double loss = 0.0;                           // plain cross-entropy per token
  std::optional<double> bleu = {}, chrf = {};  // none where nothing was translated
};

// The score by which validations are compared, larger = better: BLEU, chrF, or minus the loss; the latter also where
// nothing was translated.
double comparable_score(const ValidationScores& scores, ValidationMetric metric);

// Takes the validation after update `step` into the record. True: it is the best so far. A score that is not a number
// never is, and is no gain.
bool note_validation(ValidationRecord& record, int64_t step, double score, double patience_threshold);

}  // namespace tfm
