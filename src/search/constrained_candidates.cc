#include "search/constrained_candidates.h"

#include <ATen/ATen.h>

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
  at::Tensor log_probs;  // float [tokens], as edited
};

AdvancingTokens advancing_tokens(const SearchStep& step, int64_t eos) {
  const int64_t width = step.width, vocab_size = step.log_probs.size(2);
  AdvancingTokens all;
  std::vector<int64_t> places;
  for (std::size_t beam = 0; beam < step.beams.size(); ++beam) {
    const auto& live = step.beams[beam].live;
    for (std::size_t row = 0; row < live.size(); ++row) {
      auto tokens = step.beams[beam].task.constraint->advancing(live[row].tokens);
      tokens.push_back(static_cast<int32_t>(eos));
      const int64_t first = (static_cast<int64_t>(beam) * width + static_cast<int64_t>(row)) * vocab_size;
      for (const int32_t token : tokens) places.push_back(first + token);
      const auto begin = all.tokens.size();
      all.tokens.insert(all.tokens.end(), tokens.begin(), tokens.end());
      all.rows.push_back({beam, static_cast<int64_t>(row), begin, all.tokens.size()});
    }
  }
  const auto index = at::tensor(places, at::kLong).to(step.log_probs.device());
  all.log_probs = step.log_probs.view(-1).index_select(0, index).to(at::kCPU);
  return all;
}

// The `most` most probable ones of a row, and its end mark.
std::vector<Candidate> best_of_row(const SearchStep& step, const AdvancingTokens& all, const AdvancingTokens::Row& row,
                                   int64_t most) {
  const float* log_probs = all.log_probs.const_data_ptr<float>();
  std::vector<std::size_t> places(row.end - row.begin - 1);
  std::iota(places.begin(), places.end(), row.begin);
  const auto kept = places.begin() + std::min(std::ssize(places), most);
  std::ranges::partial_sort(places, kept, std::greater{}, [&](std::size_t place) { return log_probs[place]; });
  places.erase(kept, places.end());
  places.push_back(row.end - 1);
  std::vector<Candidate> candidates;
  for (const auto place : places) {
    if (log_probs[place] == -std::numeric_limits<float>::infinity()) continue;
    candidates.push_back(candidate_of(step, row.beam, row.row, all.tokens[place], log_probs[place]));
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
  const auto best = best_tokens(step.log_probs, std::min(most, step.log_probs.size(2)));
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
