// What a run must remember beside its weights: plain numbers, stored as a checkpoint's state.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tfm {

struct TrainingState {
  int64_t step = 0;   // updates made
  int64_t epoch = 0;  // where the next batch stands
  int64_t pool = 0;
  int64_t batch = 0;
  int64_t target_tokens = 0;    // real target tokens trained on so far
  int64_t skipped_updates = 0;  // for a gradient that was not finite
  int64_t skipped_in_a_row = 0;
  double logged_loss_sum = 0.0;  // objective and tokens since the last line of the log
  int64_t logged_tokens = 0;
  double best_score = 0.0;  // larger is better; of best_step
  std::optional<int64_t> best_step = {};
  bool validation_due = false;  // a stop cut the one of this step short
  int64_t log_bytes = 0;        // length of log.jsonl: what comes after it is cut off on resume
};

// One JSON object; from_json throws UserError naming `where` when a key is missing or of another type.
std::string to_json(const TrainingState& state);
TrainingState training_state_from_json(const std::string& json, const std::string& where);

}  // namespace tfm
