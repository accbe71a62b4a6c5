// What a run writes down as it goes: RUN/log.jsonl and, where it is wanted, RUN/tensorboard with the same numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "checkpoint/training_state.h"
#include "events/event_file.h"
#include "training/training_log.h"

namespace tfm {

class RunLog {
 public:
  // Goes on from `state`: cuts both back to it. UserError (kFailed) as TrainingLog and EventFile.
  RunLog(const std::filesystem::path& run_folder, const TrainingState& state, bool for_tensorboard);

  // A line of log.jsonl, with `step` before the other fields. TensorBoard gets the measures among them, which are the
  // doubles, each as "EVENT/NAME" ("train/NAME" where the event is a step).
  void write(const std::string& event, int64_t step, const TrainingLog::Fields& fields);
  // Markdown, for TensorBoard alone.
  void write_text(const std::string& event, int64_t step, const std::string& name, const std::string& markdown);
  // Brings log.jsonl to disk.
  void sync() { lines_.sync(); }
  // Of log.jsonl.
  int64_t bytes() const { return lines_.size(); }

 private:
  TrainingLog lines_;
  std::optional<events::EventFile> events_;
};

}  // namespace tfm
