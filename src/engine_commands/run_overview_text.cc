#include <algorithm>

#include "core/concat.h"
#include "core/decimal.h"
#include "core/progress.h"
#include "engine_commands/run_overview.h"
#include "page/axis.h"
#include "report/score_names.h"
#include "report/sparkline.h"

namespace tfm {
namespace {

constexpr std::size_t kCurveColumns = 48;
constexpr std::size_t kOverviewName = 28, kOverviewValue = 16;

std::string size_text(int64_t bytes) {
  constexpr double kMebibyte = 1024.0 * 1024.0;
  return decimal(static_cast<double>(bytes) / kMebibyte, 1) + " MiB";
}

std::string text_row(const std::string& name, const std::string& value) {
  return name + std::string(kOverviewName - std::min(kOverviewName, name.size()), ' ') + value + "\n";
}

std::string scores_text(const report::Validation& validation) {
  std::string text = concat("step ", grouped(validation.step), ": ");
  for (const auto& [key, score] : validation.scores) {
    text += concat(report::score_name(key), " ", report::score_text(key, score), "  ");
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::string history_rows(const RunOverview& run) {
  const auto& history = run.history;
  std::string text = text_row("target tokens", grouped(run.tokens()));
  text += text_row("time trained", duration_text(run.seconds()));
  for (const auto& [key, name] : {std::pair{"learning_rate", "learning rate"}, {"loss", "training loss"}}) {
    if (const auto value = history.latest(key)) text += text_row(name, page::value_label(*value));
  }
  const auto curve = report::sparkline(history.training_curves().front().curve, kCurveColumns);
  if (!curve.empty()) text += text_row("loss curve", curve);
  if (history.skipped_updates() > 0) text += text_row("skipped updates", grouped(history.skipped_updates()));
  if (history.rollbacks() > 0) text += text_row("rollbacks", grouped(history.rollbacks()));
  if (history.validations().empty()) return text;
  text += text_row("last validation", scores_text(history.validations().back()));
  if (const auto best = history.best()) text += text_row("best validation", scores_text(*best));
  return text;
}

std::string corpora_row(const RunOverview& run) {
  if (!run.data) return "";
  const auto& pairs = run.data->pairs;
  return text_row("corpora", concat(grouped(pairs.read), " pairs read, ", grouped(pairs.kept), " kept, ",
                                    grouped(pairs.dropped), " dropped, ", grouped(pairs.altered), " altered"));
}

std::string checkpoint_line(const CheckpointOverview& checkpoint) {
  const auto size = size_text(checkpoint.bytes);
  return concat("  ", checkpoint.folder.filename().string(),
                std::string(12 - std::min<std::size_t>(11, size.size()), ' '), size, "  ",
                checkpoint.state ? "whole" : "damaged: " + checkpoint.problem, "\n");
}

std::string report_row(const std::filesystem::path& run_folder) {
  const auto page = run_folder / "report.html";
  return std::filesystem::exists(page) ? text_row("report", page.string()) : "";
}

}  // namespace

std::string overview_row(const std::string& name, const std::string& value) {
  return text_row(name, std::string(kOverviewValue - std::min(kOverviewValue, value.size()), ' ') + value);
}

std::string overview_text(const RunOverview& run) {
  std::string text = concat(run.folder.string(), ": ", run.state, " at step ", grouped(run.step()), " of ",
                            grouped(run.config.training.max_steps), "\n\n");
  if (!run.checkpoints.empty() && run.checkpoints.back().state) {
    text += text_row("epochs done", grouped(run.checkpoints.back().state->epoch));
  }
  text += text_row("precision", precision_name(run.config.training.precision));
  text += history_rows(run) + corpora_row(run) + report_row(run.folder);
  text += run.checkpoints.empty() ? "no checkpoint yet\n" : "checkpoints\n";
  for (const auto& checkpoint : run.checkpoints) text += checkpoint_line(checkpoint);
  return text;
}

std::string overview_text(const CheckpointOverview& checkpoint) {
  if (!checkpoint.state) return concat(checkpoint.folder.string(), ": damaged\n");
  const auto& state = *checkpoint.state;
  std::string text = concat(checkpoint.folder.string(), ": whole, every file equals its checksum\n\n");
  text += overview_row("step", grouped(state.step));
  text += overview_row("epochs done", grouped(state.epoch));
  text += overview_row("target tokens", grouped(state.target_tokens));
  text += overview_row("size", size_text(checkpoint.bytes));
  if (const auto& best = state.validation.best_step) text += overview_row("best step so far", grouped(*best));
  if (state.skipped_updates > 0) text += overview_row("skipped updates", grouped(state.skipped_updates));
  return text;
}

}  // namespace tfm
