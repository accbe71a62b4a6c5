#include "training/validation_record.h"

#include <cmath>

namespace tfm {

double comparable_score(const ValidationScores& scores, ValidationMetric metric) {
  if (metric == ValidationMetric::kBleu && scores.bleu) return *scores.bleu;
  if (metric == ValidationMetric::kChrf && scores.chrf) return *scores.chrf;
  return -scores.loss;
}

bool note_validation(ValidationRecord& record, int64_t step, double score, double patience_threshold) {
  const bool is_number = std::isfinite(score);
  const bool is_first = !record.best_step;
  record.newest_step = step;
  record.newest_score = is_number ? std::optional(score) : std::nullopt;
  if (is_number && (is_first || score > record.score_to_beat + patience_threshold)) {
    record.score_to_beat = score;
    record.without_gain = 0;
  } else {
    ++record.without_gain;
  }
  if (!is_number || (!is_first && score <= record.best_score)) return false;
  record.best_step = step;
  record.best_score = score;
  return true;
}

}  // namespace tfm
