// Keeps RUN/report.html up to date while a run goes on.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "report/run_history.h"
#include "report/run_view.h"

namespace tfm::report {

// The page is written at the start, after validations and checkpoints, at the end, and otherwise with the first line of
// the log that comes 10 seconds or 50 times as long as the last writing took after it: at most 2 % of the time (some
// 10 ms a page, since the history is bounded). A page that can't be written is warned of once and ends nothing.
class RunReport {
 public:
  // The figures in data/report.json of the folder are read here.
  RunReport(std::filesystem::path run_folder, RunFacts facts);

  // A run begins, or goes on from its checkpoint at `step`; log.jsonl has been cut back to it.
  void begin(int64_t step);
  // A line that log.jsonl has got.
  void add(std::string_view line);
  // There is a new checkpoint.
  void saved(int64_t step);
  // The run has come to an end; `reason` is for a person, where there is one to give.
  void end(RunState state, const std::string& reason = "");

 private:
  using Clock = std::chrono::steady_clock;
  void write();

  std::filesystem::path folder_;
  RunFacts facts_;
  std::optional<DataFigures> data_;
  RunHistory history_;
  RunState state_ = RunState::kRunning;
  std::string reason_;
  std::optional<int64_t> saved_step_;
  Clock::time_point next_write_;
  bool has_warned_ = false;
};

}  // namespace tfm::report
