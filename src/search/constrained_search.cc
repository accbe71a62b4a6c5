#include "search/constrained_search.h"

#include <algorithm>
#include <tuple>

#include "core/check.h"
#include "search/constrained_candidates.h"
#include "search/output_constraint.h"
#include "search/search_loop.h"
#include "search/slots_of_banks.h"

namespace tfm {
namespace {

int64_t slots_for(const SentenceTask& task, const SearchOptions& options) {
  return options.beam_size + task.constraint->missing({});
}

int64_t most_slots(const std::vector<SentenceTask>& tasks, const SearchOptions& options) {
  int64_t most = 1;
  for (const auto& task : tasks) most = std::max(most, slots_for(task, options));
  return most;
}

class ConstrainedStrategy : public SearchStrategy {
 public:
  ConstrainedStrategy(const std::vector<SentenceTask>& tasks, const SearchOptions& options)
      : options_(options), width_(most_slots(tasks, options)) {}

  int64_t width() const override { return width_; }
  std::vector<LiveHypothesis> start() const override { return {LiveHypothesis{}}; }

  std::vector<std::vector<Candidate>> choose(const SearchStep& step) const override {
    auto candidates = constrained_candidates(step, options_.beam_size, options_.eos);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      const auto& beam = step.beams[i];
      keep_those_in_time(candidates[i], beam);
      candidates[i] = share_slots(std::move(candidates[i]), slots(beam));
    }
    return candidates;
  }

  bool is_done(const Beam& beam) const override {
    if (beam.num_finished >= options_.finished_wanted()) return true;
    // Whatever has all that it must wins against what lacks something.
    const auto last = static_cast<std::size_t>(options_.num_best - 1);
    const bool some_lack = beam.ended.size() > last && beam.ended[last].result.missing > 0;
    return !some_lack && !can_win(beam, options_);
  }

  // Finished before unfinished, then those that lack nothing, then by score.
  bool ranks_before(const EndedHypothesis& a, const EndedHypothesis& b) const override {
    const auto& [x, y] = std::tie(a.result, b.result);
    if (x.finished != y.finished) return x.finished;
    if ((x.missing == 0) != (y.missing == 0)) return x.missing == 0;
    return x.score > y.score;
  }

 private:
  int64_t slots(const Beam& beam) const {
    return std::max<int64_t>(1, slots_for(beam.task, options_) - beam.num_finished);
  }

  // Leaves out what ends without all that it must have, or would not end within the sentence's most tokens; nothing
  // where that goes for all, or the constraint can't be met anyway.
  void keep_those_in_time(std::vector<Candidate>& candidates, const Beam& beam) const {
    const auto most = beam.task.most_tokens;
    if (beam.task.constraint->missing({}) >= most) return;
    const auto tokens = std::ssize(beam.live.front().tokens) + 1;
    const auto is_late = [&](const Candidate& candidate) {
      if (candidate.token == options_.eos) return candidate.missing > 0;
      return tokens + (candidate.missing > 0 ? 1 : 0) >= most;
    };
    if (!std::ranges::all_of(candidates, is_late)) std::erase_if(candidates, is_late);
  }

  const SearchOptions& options_;
  int64_t width_;
};

}  // namespace

std::vector<std::vector<Hypothesis>> constrained_search(const NextTokenModel& model,
                                                        const std::vector<SentenceTask>& tasks,
                                                        const SearchOptions& options) {
  for (const auto& task : tasks) check(task.constraint != nullptr, "each sentence needs a constraint");
  return run_search(model, tasks, options, ConstrainedStrategy(tasks, options));
}

}  // namespace tfm
