#include "search/beam_search.h"

#include <algorithm>

#include "core/check.h"
#include "search/best_tokens.h"
#include "search/search_loop.h"

namespace tfm {
namespace {

// Equals go by their place, so that the choice is a function of the sentence alone.
bool is_better_candidate(const Candidate& a, const Candidate& b) {
  if (a.ranking != b.ranking) return a.ranking > b.ranking;
  return a.parent != b.parent ? a.parent < b.parent : a.token < b.token;
}

void keep_best(std::vector<Candidate>& candidates, int64_t count) {
  const auto kept = std::min(std::ssize(candidates), count);
  std::partial_sort(candidates.begin(), candidates.begin() + kept, candidates.end(), is_better_candidate);
  candidates.resize(static_cast<std::size_t>(kept));
}

class BeamStrategy : public SearchStrategy {
 public:
  explicit BeamStrategy(const SearchOptions& options) : options_(options) {}

  int64_t width() const override { return options_.beam_size; }
  // No hypothesis can give more than W of the W best.
  int64_t best_wanted() const override { return width(); }
  std::vector<LiveHypothesis> start() const override { return {LiveHypothesis{}}; }

  std::vector<std::vector<Candidate>> choose(const SearchStep& step) const override {
    const auto found = step.best != nullptr ? BestTokens{} : best_tokens(step, std::min(width(), step.vocab_size));
    const BestTokens& best = step.best != nullptr ? *step.best : found;
    std::vector<std::vector<Candidate>> chosen;
    for (std::size_t i = 0; i < step.beams.size(); ++i) {
      chosen.push_back(candidates_of(step, i, best));
      keep_best(chosen.back(), slots(step.beams[i]));
    }
    return chosen;
  }

  bool is_done(const Beam& beam) const override {
    return beam.num_finished >= options_.finished_wanted() || !can_win(beam, options_);
  }

  // Finished before unfinished, then by score.
  bool ranks_before(const EndedHypothesis& a, const EndedHypothesis& b) const override {
    return a.result.finished != b.result.finished ? a.result.finished : a.result.score > b.result.score;
  }

 private:
  int64_t slots(const Beam& beam) const {
    return std::min(width(), std::max(width(), options_.finished_wanted()) - beam.num_finished);
  }

  const SearchOptions& options_;
};

}  // namespace

std::vector<std::vector<Hypothesis>> beam_search(const NextTokenModel& model, const std::vector<SentenceTask>& tasks,
                                                 const SearchOptions& options) {
  check(options.num_best >= 1 && options.num_best <= options.finished_wanted(),
        "num_best must be 1 to patience * beam_size");
  return run_search(model, tasks, options, BeamStrategy(options));
}

}  // namespace tfm
