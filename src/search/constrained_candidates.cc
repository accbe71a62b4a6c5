#include "search/constrained_candidates.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include "search/best_tokens.h"
#include "search/output_constraint.h"

namespace tfm {
namespace {

// Tokens that bring the live hypotheses nearer, row after row; the last of each row is the end mark.
struct AdvancingTokens {
  struct Row {
    std::size_t beam = 0;
    int64_t row = 0;  // in the beam
    std::size_t begin = 0;
    std::size_t end = 0;
  };
  std::vector<Row> rows;
  std::vector<int32_t> tokens;
  std::vector<float> log_probs;  // of the tokens, as edited
};

AdvancingTokens advancing_tokens(const SearchStep& step, int64_t eos) {
  AdvancingTokens all;
  for (std::size_t beam = 0; beam < step.beams.size(); ++beam) {
    const auto& live = step.beams[beam].live;
    for (std::size_t row = 0; row < live.size(); ++row) {
      const auto begin = all.tokens.size();
      for (const int32_t token : step.beams[beam].task.constraint->advancing(live[row].tokens)) {
        all.tokens.push_back(token);
      }
      all.tokens.push_back(static_cast<int32_t>(eos));
      const auto log_probs = step.log_probs_of(beam, static_cast<int64_t>(row));
      for (auto i = begin; i < all.tokens.size(); ++i) {
        all.log_probs.push_back(log_probs[static_cast<std::size_t>(all.tokens[i])]);
      }
      all.rows.push_back({beam, static_cast<int64_t>(row), begin, all.tokens.size()});
    }
  }
  return all;
}

// The `most` most probable ones of a row, and its end mark.
std::vector<Candidate> best_of_row(const SearchStep& step, const AdvancingTokens& all, const AdvancingTokens::Row& row,
                                   int64_t most) {
  std::vector<std::size_t> places(row.end - row.begin - 1);
  std::iota(places.begin(), places.end(), row.begin);
  const auto kept = places.begin() + std::min(std::ssize(places), most);
  std::ranges::partial_sort(places, kept, std::greater{}, [&](std::size_t place) { return all.log_probs[place]; });
  places.erase(kept, places.end());
  places.push_back(row.end - 1);
  std::vector<Candidate> candidates;
  for (const auto place : places) {
    if (all.log_probs[place] == -std::numeric_limits<float>::infinity()) continue;
    candidates.push_back(candidate_of(step, row.beam, row.row, all.tokens[place], all.log_probs[place]));
  }
  return candidates;
}

std::pair<int64_t, int32_t> place_of(const Candidate& candidate) { return {candidate.parent, candidate.token}; }

void drop_repetitions(std::vector<Candidate>& candidates) {
  std::ranges::sort(candidates, {}, place_of);
  const auto repeated = std::ranges::unique(candidates, {}, place_of);
  candidates.erase(repeated.begin(), repeated.end());
}

// Of candidates that stand parent by parent.
void find_missing(const Beam& beam, std::span<Candidate> candidates) {
  while (!candidates.empty()) {
    const auto parent = candidates.front().parent;
    std::vector<int32_t> next;
    for (const auto& candidate : candidates) {
      if (candidate.parent == parent) next.push_back(candidate.token);
    }
    const auto missing = beam.task.constraint->missing_with(beam.live[static_cast<std::size_t>(parent)].tokens, next);
    for (std::size_t i = 0; i < next.size(); ++i) candidates[i].missing = missing[i];
    candidates = candidates.subspan(next.size());
  }
}

}  // namespace

std::vector<std::vector<Candidate>> constrained_candidates(const SearchStep& step, int64_t most, int64_t eos) {
  const auto best = best_tokens(step, std::min(most, step.vocab_size));
  std::vector<std::vector<Candidate>> candidates;
  for (std::size_t i = 0; i < step.beams.size(); ++i) candidates.push_back(candidates_of(step, i, best));
  const auto advancing = advancing_tokens(step, eos);
  for (const auto& row : advancing.rows) {
    const auto added = best_of_row(step, advancing, row, most);
    candidates[row.beam].insert(candidates[row.beam].end(), added.begin(), added.end());
  }
  for (std::size_t i = 0; i < step.beams.size(); ++i) {
    drop_repetitions(candidates[i]);
    find_missing(step.beams[i], candidates[i]);
  }
  return candidates;
}

}  // namespace tfm
