// What a run writes down as it goes: RUN/log.jsonl and, where they are wanted, RUN/tensorboard and RUN/report.html with
// the same numbers.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "checkpoint/training_state.h"
#include "events/event_file.h"
#include "report/run_report.h"
#include "training/training_log.h"

namespace tfm {

// Some lines of the validation set, as the model translates them at one step.
struct SampleTranslations {
  std::vector<std::string> sources = {};
  std::vector<std::string> references = {};
  std::vector<std::string> translations = {};
};

class RunLog {
 public:
  // Goes on from `state`: cuts all back to it. `report`, where there is one, outlives the log and is told of each line.
  // UserError (kFailed) as TrainingLog and EventFile.
  RunLog(const std::filesystem::path& run_folder, const TrainingState& state, bool for_tensorboard,
         report::RunReport* report = nullptr);

  // A line of log.jsonl, with `step` before the other fields. TensorBoard gets the measures among them, which are the
  // doubles, each as "EVENT/NAME" ("train/NAME" where the event is a step).
  void write(const std::string& event, int64_t step, const TrainingLog::Fields& fields);
  // A line "samples" of log.jsonl; a table in TensorBoard.
  void write_samples(int64_t step, const SampleTranslations& samples);
  // To be told of each checkpoint.
  void checkpoint_saved(int64_t step);
  // Markdown, for TensorBoard alone.
  void write_text(const std::string& event, int64_t step, const std::string& name, const std::string& markdown);
  // Brings log.jsonl to disk.
  void sync() { lines_.sync(); }
  // Of log.jsonl.
  int64_t bytes() const { return lines_.size(); }

 private:
  TrainingLog lines_;
  std::optional<events::EventFile> events_;
  report::RunReport* report_;
};

}  // namespace tfm
