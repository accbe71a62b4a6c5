#include "report/run_report.h"

#include <algorithm>
#include <ctime>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "report/run_page.h"

namespace tfm::report {
namespace {

constexpr std::chrono::seconds kLeastPause{10};
constexpr int kPausePerWriting = 50;

std::string time_now() {
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  ::gmtime_r(&now, &utc);
  char text[32];
  std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &utc);
  return text;
}

}  // namespace

RunReport::RunReport(std::filesystem::path run_folder, RunFacts facts)
    : folder_(std::move(run_folder)),
      facts_(std::move(facts)),
      data_(read_data_figures(folder_ / "data" / "report.json")) {}

void RunReport::begin(int64_t step) {
  history_ = read_run_history(folder_ / "log.jsonl");
  if (step > 0) saved_step_ = step;
  write();
}

void RunReport::add(std::string_view line) {
  const auto validations = history_.validations().size();
  history_.add(line);
  const bool validated = history_.validations().size() != validations;
  if (validated || Clock::now() >= next_write_) write();
}

void RunReport::saved(int64_t step) {
  saved_step_ = step;
  write();
}

void RunReport::end(RunState state, const std::string& reason) {
  state_ = state;
  reason_ = reason;
  write();
}

void RunReport::write() {
  const auto begin = Clock::now();
  try {
    write_file(folder_ / "report.html", run_page({.facts = facts_,
                                                  .history = history_,
                                                  .data = data_,
                                                  .state = state_,
                                                  .reason = reason_,
                                                  .saved_step = saved_step_,
                                                  .written = time_now()}));
  } catch (const UserError& problem) {
    if (!has_warned_) log::warning(concat(problem.what(), "; training goes on without a report"));
    has_warned_ = true;
  }
  const auto end = Clock::now();
  next_write_ = end + std::max<Clock::duration>(kLeastPause, kPausePerWriting * (end - begin));
}

}  // namespace tfm::report
