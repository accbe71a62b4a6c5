#include "training/divergence.h"

#include <algorithm>

namespace tfm {

void note_loss(LossRecord& record, double loss) {
  ++record.updates;
  record.newest = loss;
  record.average += (loss - record.average) / static_cast<double>(std::min(record.updates, kAveragedLosses));
  if (record.updates < kAveragedLosses) return;
  record.lowest = record.updates == kAveragedLosses ? record.average : std::min(record.lowest, record.average);
}

bool has_run_away(const LossRecord& record, double max_rise) {
  return max_rise > 0.0 && record.updates > kAveragedLosses && record.average > record.lowest + max_rise;
}

bool is_good(const TrainingState& state, const DivergenceConfig& config) {
  if (state.skipped_in_a_row > 0) return false;
  if (config.max_loss_rise == 0.0 || state.loss.updates <= kAveragedLosses) return true;
  // The average follows a jump only slowly: the last update's own loss must not be far off either.
  return std::max(state.loss.average, state.loss.newest) <= state.loss.lowest + config.max_loss_rise / 2.0;
}

}  // namespace tfm
