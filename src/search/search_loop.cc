#include "search/search_loop.h"

#include <memory>
#include <utility>

#include "core/check.h"
#include "search/coverage.h"
#include "search/token_rule.h"

namespace tfm {
namespace {

class SearchLoop {
 public:
  SearchLoop(const NextTokenModel& model, const std::vector<SentenceTask>& tasks, const SearchOptions& options,
             const SearchStrategy& strategy)
      : model_(model),
        options_(options),
        strategy_(strategy),
        rules_(active_rules(options, tasks)),
        results_(tasks.size()) {
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      beams_.push_back({.sentence = static_cast<int64_t>(i), .task = tasks[i], .live = strategy.start()});
    }
  }

  std::vector<std::vector<Hypothesis>> run() {
    while (!beams_.empty()) {
      step();
      leave_done_sentences();
    }
    return std::move(results_);
  }

 private:
  int64_t width() const { return strategy_.width(); }

  void step() {
    if (options_.before_step) options_.before_step();
    const auto edits = edits_of_rules();
    SearchStep step{.width = width(),
                    .vocab_size = model_.vocab_size,
                    .best = nullptr,
                    .log_probs = {},
                    .edits = edits,
                    .beams = beams_};
    ask_model(step);
    if (options_.coverage_penalty > 0.0) coverage_.add(model_.attention(), width(), source_pieces());
    const auto chosen = strategy_.choose(step);
    for (std::size_t i = 0; i < beams_.size(); ++i) {
      advance(beams_[i], chosen[i], coverage_of(i), options_, ranks_before_);
    }
  }

  void ask_model(SearchStep& step) {
    find_last_tokens();
    const LastTokens last{last_tokens_, width()};
    if (model_.best && strategy_.best_wanted() > 0) {
      live_.clear();
      for (const auto& beam : beams_) live_.push_back(std::ssize(beam.live));
      model_.best(last, {live_, step.edits, options_.forbidden, strategy_.best_wanted()}, best_);
      step.best = &best_;
    } else {
      log_probs_.resize(last_tokens_.size() * static_cast<std::size_t>(model_.vocab_size));
      model_.log_probs(last, log_probs_.data());
      step.edits.apply(options_.forbidden, model_.vocab_size, log_probs_);
      step.log_probs = log_probs_;
    }
  }

  // [N * W]; a row without a hypothesis is fed the end mark.
  void find_last_tokens() {
    last_tokens_.assign(beams_.size() * static_cast<std::size_t>(width()), options_.eos);
    auto row = last_tokens_.begin();
    for (const auto& beam : beams_) {
      for (std::size_t i = 0; i < beam.live.size(); ++i) {
        const auto& tokens = beam.live[i].tokens;
        row[static_cast<std::ptrdiff_t>(i)] = tokens.empty() ? options_.bos : int64_t{tokens.back()};
      }
      row += width();
    }
  }

  TokenEdits edits_of_rules() const {
    TokenEdits edits;
    for (std::size_t i = 0; !rules_.empty() && i < beams_.size(); ++i) {
      for (std::size_t row = 0; row < beams_[i].live.size(); ++row) {
        edits.start_row(static_cast<int64_t>(i) * width() + static_cast<int64_t>(row));
        for (const auto& rule : rules_) rule->edit(beams_[i].live[row], beams_[i].task, edits);
      }
    }
    return edits;
  }

  std::vector<int64_t> source_pieces() const {
    std::vector<int64_t> pieces;
    for (const auto& beam : beams_) pieces.push_back(beam.task.source_pieces);
    return pieces;
  }

  std::span<const double> coverage_of(std::size_t beam) const {
    if (coverage_.of_rows().empty()) return {};
    const auto rows = static_cast<std::size_t>(width());
    return std::span(coverage_.of_rows()).subspan(beam * rows, rows);
  }

  void leave_done_sentences() {
    std::vector<int64_t> rows, sentences;
    std::vector<Beam> going_on;
    for (std::size_t i = 0; i < beams_.size(); ++i) {
      auto& beam = beams_[i];
      if (beam.live.empty() || beam.is_stuck || beam.at_limit() || strategy_.is_done(beam)) {
        results_[static_cast<std::size_t>(beam.sentence)] = results(beam, coverage_of(i), options_, ranks_before_);
        continue;
      }
      sentences.push_back(static_cast<int64_t>(i));
      add_rows(beam, static_cast<int64_t>(i), rows);
      going_on.push_back(std::move(beam));
    }
    if (going_on.size() == beams_.size()) sentences.clear();
    beams_ = std::move(going_on);
    if (!beams_.empty()) keep_rows(rows, sentences);
  }

  // Where each row of the beam comes from; a row without a hypothesis goes on as the first.
  void add_rows(const Beam& beam, int64_t place, std::vector<int64_t>& rows) const {
    for (int64_t row = 0; row < width(); ++row) {
      const auto& live = beam.live[static_cast<std::size_t>(row < std::ssize(beam.live) ? row : 0)];
      rows.push_back(place * width() + live.parent);
    }
  }

  void keep_rows(std::span<const int64_t> rows, std::span<const int64_t> sentences) {
    bool moved = !sentences.empty();
    for (std::size_t i = 0; i < rows.size(); ++i) moved = moved || rows[i] != static_cast<int64_t>(i);
    if (!moved) return;
    model_.select(rows, sentences);
    if (options_.coverage_penalty > 0.0) coverage_.select(rows);
  }

  const NextTokenModel& model_;
  const SearchOptions& options_;
  const SearchStrategy& strategy_;
  const RanksBefore ranks_before_ = [this](const EndedHypothesis& a, const EndedHypothesis& b) {
    return strategy_.ranks_before(a, b);
  };
  const std::vector<std::unique_ptr<const TokenRule>> rules_;
  std::vector<Beam> beams_;  // of the sentences still in the batch
  std::vector<int64_t> last_tokens_, live_;
  BestTokens best_;
  std::vector<float> log_probs_;
  Coverage coverage_;
  std::vector<std::vector<Hypothesis>> results_;
};

}  // namespace

std::vector<std::vector<Hypothesis>> run_search(const NextTokenModel& model, const std::vector<SentenceTask>& tasks,
                                                const SearchOptions& options, const SearchStrategy& strategy) {
  check(options.coverage_penalty == 0.0 || model.attention, "a coverage penalty needs the model's attention");
  return SearchLoop(model, tasks, options, strategy).run();
}

}  // namespace tfm
