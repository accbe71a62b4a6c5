// What a run must remember beside its weights: plain numbers, stored as a checkpoint's state.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace tfm {

// What validations have shown so far. A score is larger where it is better.
struct ValidationRecord {
  std::optional<int64_t> best_step = {};
  double best_score = 0.0;  // of best_step
  std::optional<int64_t> newest_step = {};
  std::optional<double> newest_score = {};  // none where it is not a number
  double score_to_beat = 0.0;               // patience counts from the validation that had it
  int64_t without_gain = 0;                 // validations in a row
};

// How the loss goes, to see when it runs away.
struct LossRecord {
  int64_t updates = 0;   // that were averaged
  double average = 0.0;  // exponential, of the last updates
  double lowest = 0.0;   // average so far
  double newest = 0.0;   // of the last update alone
};

struct TrainingState {
  int64_t step = 0;               // updates made
  int64_t optimizer_updates = 0;  // the optimizer's own count, larger where it came with a model
  double seconds = 0.0;           // spent so far, over all starts; measures time
  int64_t epoch = 0;              // where the next batch stands
  int64_t pool = 0;
  int64_t batch = 0;
  int64_t target_tokens = 0;    // real target tokens trained on so far
  int64_t skipped_updates = 0;  // for a gradient that was not finite
  int64_t skipped_in_a_row = 0;
  double logged_loss_sum = 0.0;  // objective and tokens since the last line of the log
  int64_t logged_tokens = 0;
  double logged_alignment_loss_sum = 0.0;  // the same of guided alignment, and its linked target pieces
  int64_t logged_linked_targets = 0;
  double loss_scale = 1.0;       // of float16
  int64_t updates_at_scale = 0;  // since it last changed
  int64_t rollbacks = 0;
  double learning_rate_factor = 1.0;  // halved by each rollback
  LossRecord loss = {};
  ValidationRecord validation = {};
  bool validation_due = false;  // a stop cut the one of this step short
  int64_t log_bytes = 0;        // length of log.jsonl: what comes after it is cut off on resume
};

// One JSON object; from_json throws UserError naming `where` when a key is missing (but for those of guided alignment,
// which older runs don't have) or of another type.
std::string to_json(const TrainingState& state);
TrainingState training_state_from_json(const std::string& json, const std::string& where);

}  // namespace tfm
