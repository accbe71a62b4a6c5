#include "search/beam.h"

#include <algorithm>

namespace tfm {
namespace {

LiveHypothesis grown(const LiveHypothesis& parent, const Candidate& candidate) {
  auto hypothesis = parent;
  hypothesis.tokens.push_back(candidate.token);
  hypothesis.token_log_probs.push_back(candidate.log_prob);
  hypothesis.log_prob += candidate.log_prob;
  hypothesis.ranking = candidate.ranking;
  hypothesis.parent = candidate.parent;
  hypothesis.missing = candidate.missing;
  return hypothesis;
}

// See Hypothesis. A hypothesis without any token, which only a stuck one is, is divided by what one token would be.
double score_of(const LiveHypothesis& live, std::span<const double> coverage, const SearchOptions& options) {
  const double score = live.ranking / options.length_penalty(std::max<int64_t>(1, std::ssize(live.tokens)));
  if (coverage.empty()) return score;
  return score + options.coverage_penalty * coverage[static_cast<std::size_t>(live.parent)];
}

// Keeps them ranked; the earlier one wins a tie. Of two that spell the same, the one that ranks first stays.
void insert(std::vector<EndedHypothesis>& ended, EndedHypothesis added, bool is_spelled,
            const RanksBefore& ranks_before) {
  if (is_spelled) {
    const auto same = std::ranges::find(ended, added.spelled, &EndedHypothesis::spelled);
    if (same != ended.end()) {
      if (!ranks_before(added, *same)) return;
      ended.erase(same);
    }
  }
  const auto place = std::ranges::upper_bound(ended, added, ranks_before);
  ended.insert(place, std::move(added));
}

void end(Beam& beam, const LiveHypothesis& live, std::span<const double> coverage, bool finished,
         const SearchOptions& options, const RanksBefore& ranks_before) {
  EndedHypothesis ended{.result = {.tokens = live.tokens,
                                   .log_prob = live.log_prob,
                                   .score = score_of(live, coverage, options),
                                   .finished = finished,
                                   .token_log_probs = live.token_log_probs,
                                   .missing = live.missing},
                        .draw = live.draw};
  if (options.spell) ended.spelled = options.spell(live.tokens);
  if (finished) ++beam.num_finished;
  insert(beam.ended, std::move(ended), options.spell != nullptr, ranks_before);
}

}  // namespace

void advance(Beam& beam, const std::vector<Candidate>& chosen, std::span<const double> coverage,
             const SearchOptions& options, const RanksBefore& ranks_before) {
  beam.is_stuck = chosen.empty();
  if (beam.is_stuck) return;
  std::vector<LiveHypothesis> next;
  for (const auto& candidate : chosen) {
    auto hypothesis = grown(beam.live[static_cast<std::size_t>(candidate.parent)], candidate);
    if (candidate.token == options.eos) {
      end(beam, hypothesis, coverage, /*finished=*/true, options, ranks_before);
    } else {
      next.push_back(std::move(hypothesis));
    }
  }
  beam.live = std::move(next);
}

bool can_win(const Beam& beam, const SearchOptions& options) {
  if (std::ssize(beam.ended) < options.num_best) return true;
  const double to_beat = beam.ended[static_cast<std::size_t>(options.num_best - 1)].result.score;
  const double best = std::ranges::max_element(beam.live, {}, &LiveHypothesis::ranking)->ranking;
  return best / options.length_penalty(beam.task.most_tokens) > to_beat;
}

std::vector<Hypothesis> results(Beam& beam, std::span<const double> coverage, const SearchOptions& options,
                                const RanksBefore& ranks_before) {
  for (std::size_t row = 0; (beam.is_stuck || beam.at_limit()) && row < beam.live.size(); ++row) {
    auto& live = beam.live[row];
    if (beam.is_stuck) live.parent = static_cast<int64_t>(row);  // it stands where the step found it
    end(beam, live, coverage, /*finished=*/false, options, ranks_before);
  }
  std::vector<Hypothesis> best;
  for (auto& ended : beam.ended) {
    if (std::ssize(best) < options.num_best) best.push_back(std::move(ended.result));
  }
  return best;
}

}  // namespace tfm
