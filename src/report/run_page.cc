#include "report/run_page.h"

#include <algorithm>

#include "core/concat.h"
#include "core/progress.h"
#include "page/axis.h"
#include "page/html.h"
#include "report/score_names.h"
#include "report/sections.h"

namespace tfm::report {
namespace {

constexpr int kRefreshSeconds = 15;
constexpr const char* kWhileRunning =
    "Written anew with the log, at most every 10 seconds, and after each validation. Where it stays old, the process "
    "is "
    "gone: tfm inspect says so.";

std::string fact(const char* term, const std::string& html) {
  return concat("<div><dt>", term, "</dt><dd>", html, "</dd></div>\n");
}

std::string state_html(const RunView& view) {
  const char* state = name_of(view.state);
  std::string html = concat("<p><b class=\"badge ", state, "\">", state, "</b> step ", grouped(view.history.step()),
                            " of ", grouped(view.facts.config.training.max_steps), "</p>\n");
  if (!view.reason.empty()) html += concat("<p class=\"reason\">", page::escaped(view.reason), "</p>\n");
  return html;
}

std::string progress_html(const RunView& view) {
  return concat("<progress aria-label=\"updates made\" max=\"", view.facts.config.training.max_steps, "\" value=\"",
                std::min(view.history.step(), view.facts.config.training.max_steps), "\"></progress>\n");
}

// From the mean speed so far, validations left out.
std::string time_html(const RunView& view) {
  const auto& history = view.history;
  std::string text = duration_text(history.seconds());
  const auto left = view.facts.config.training.max_steps - history.step();
  if (view.state == RunState::kRunning && history.step() > 0 && left > 0 && history.seconds() > 0.0) {
    const double per_step = history.seconds() / static_cast<double>(history.step());
    text += concat(", about ", duration_text(per_step * static_cast<double>(left)), " left");
  }
  return text;
}

std::string score_line(const Validation& validation) {
  std::string text;
  for (const auto& [key, score] : validation.scores) {
    text += concat(text.empty() ? "" : ", ", score_name(key), " ", score_text(key, score));
  }
  return page::escaped(concat(text, " at step ", grouped(validation.step)));
}

std::string latest_html(const RunHistory& history) {
  const auto loss = history.latest("loss"), speed = history.latest("tokens_per_second");
  std::string html;
  if (loss) html += fact("training loss", page::value_label(*loss));
  if (speed) html += fact("speed", concat(grouped(static_cast<int64_t>(*speed)), " target tokens per second"));
  if (const auto best = history.best()) html += fact("best so far", score_line(*best));
  if (history.skipped_updates() > 0) html += fact("skipped updates", grouped(history.skipped_updates()));
  if (history.rollbacks() > 0) html += fact("went back after divergence", concat(history.rollbacks(), " times"));
  return html;
}

std::string written_html(const std::string& time) {
  return concat("<time class=\"age\" datetime=\"", page::escaped(time), "\">", page::escaped(time), "</time>");
}

std::string header_html(const RunView& view) {
  std::string facts = fact("model", page::escaped(view.facts.model));
  facts += fact("time trained", time_html(view));
  facts += fact("target tokens", page::escaped(count_text(static_cast<double>(view.history.tokens()))));
  facts += latest_html(view.history);
  if (view.saved_step) facts += fact("newest checkpoint", concat("step ", grouped(*view.saved_step)));
  facts += fact("written", written_html(view.written));
  const bool running = view.state == RunState::kRunning;
  return concat(state_html(view), progress_html(view), "<dl class=\"facts\">\n", facts, "</dl>\n",
                running ? page::definition(kWhileRunning) : "");
}

}  // namespace

const char* name_of(RunState state) {
  switch (state) {
    case RunState::kRunning:
      return "running";
    case RunState::kFinished:
      return "finished";
    case RunState::kStopped:
      return "stopped";
    case RunState::kDiverged:
      return "diverged";
    case RunState::kFailed:
      return "failed";
  }
  return "";
}

std::string run_page(const RunView& view) {
  return page::document(concat("Training run: ", page::escaped(view.facts.name)), header_html(view),
                        {training_section(view), validation_section(view), sample_section(view), corpus_section(view),
                         environment_section(view), config_section(view)},
                        {.seconds = view.state == RunState::kRunning ? kRefreshSeconds : 0, .keeps_place = true});
}

}  // namespace tfm::report
