#include "engine_commands/run_overview.h"

#include <algorithm>

#include "checkpoint/checkpoint.h"
#include "core/error.h"
#include "core/files.h"
#include "text/tokenizer.h"
#include "training/finish.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

int64_t size_of_files(const fs::path& folder) {
  int64_t bytes = 0;
  std::error_code gone;  // a run that goes on may have removed it
  for (const auto& entry : fs::directory_iterator(folder, gone)) {
    const auto size = entry.file_size(gone);
    if (!gone) bytes += static_cast<int64_t>(size);
  }
  return bytes;
}

// Of the newest checkpoint that is whole; that of a run that hasn't begun where there is none.
TrainingState newest_state(const RunOverview& run) {
  const auto& all = run.checkpoints;
  const auto newest = std::ranges::find_if(all.rbegin(), all.rend(), [](const auto& c) { return c.state.has_value(); });
  return newest == all.rend() ? TrainingState{} : *newest->state;
}

std::string state_of(const RunOverview& run) {
  if (is_locked(run.folder)) return "running";
  if (run.history.diverged()) return "diverged";
  return why_finished(newest_state(run), run.config.training) ? "finished" : "stopped";
}

}  // namespace

int64_t RunOverview::step() const { return std::max(history.step(), newest_state(*this).step); }
int64_t RunOverview::tokens() const { return std::max(history.tokens(), newest_state(*this).target_tokens); }
double RunOverview::seconds() const { return std::max(history.seconds(), newest_state(*this).seconds); }

bool is_run_folder(const fs::path& path) {
  return fs::exists(path / "config.json") && (fs::exists(path / "log.jsonl") || fs::exists(path / "checkpoints"));
}

CheckpointOverview overview_of_checkpoint(const fs::path& folder) {
  CheckpointOverview overview{.folder = folder, .bytes = size_of_files(folder), .state = {}, .problem = {}};
  try {
    const auto tokenizers = Tokenizers::load(find_model(folder).tokenizer);
    overview.state = load_checkpoint(folder, tokenizers.fingerprint()).state;
  } catch (const UserError& damage) {
    overview.problem = damage.what();
  }
  return overview;
}

RunOverview overview_of_run(const fs::path& folder) {
  RunOverview run{.folder = folder,
                  .config = load_config(folder / "config.json"),
                  .state = {},
                  .history = report::read_run_history(folder / "log.jsonl"),
                  .checkpoints = {},
                  .data = report::read_data_figures(folder / "data" / "report.json")};
  for (const auto& path : list_checkpoints(folder)) {
    auto checkpoint = overview_of_checkpoint(path);
    if (fs::exists(path)) run.checkpoints.push_back(std::move(checkpoint));
  }
  run.state = state_of(run);
  return run;
}

}  // namespace tfm
