#include "search/best_tokens.h"

#include <limits>

#include "kernels/vocabulary_rows.h"

namespace tfm {

BestTokens best_tokens(const SearchStep& step, int64_t count) {
  BestTokens best{.count = count};
  const auto rows = step.beams.size() * static_cast<std::size_t>(step.width), kept = static_cast<std::size_t>(count);
  best.log_probs.resize(rows * kept);
  best.tokens.resize(rows * kept);
  for (std::size_t row = 0; row < rows; ++row) {
    best_of_row(step.log_probs.data() + row * static_cast<std::size_t>(step.vocab_size), step.vocab_size, count,
                best.log_probs.data() + row * kept, best.tokens.data() + row * kept);
  }
  return best;
}

Candidate candidate_of(const SearchStep& step, std::size_t beam, int64_t row, int64_t token, double log_prob) {
  const double factor = step.edits.factor(static_cast<int64_t>(beam) * step.width + row, token);
  const auto& live = step.beams[beam].live[static_cast<std::size_t>(row)];
  return {.parent = row,
          .token = static_cast<int32_t>(token),
          .log_prob = log_prob / factor,
          .ranking = live.ranking + log_prob};
}

std::vector<Candidate> candidates_of(const SearchStep& step, std::size_t beam, const BestTokens& best) {
  constexpr float kImpossible = -std::numeric_limits<float>::infinity();
  const int64_t count = best.count, offset = static_cast<int64_t>(beam) * step.width * count;
  const float* log_probs = best.log_probs.data() + offset;
  const auto* tokens = best.tokens.data() + offset;
  std::vector<Candidate> candidates;
  for (int64_t row = 0; row < std::ssize(step.beams[beam].live); ++row, log_probs += count, tokens += count) {
    for (int64_t i = 0; i < count && log_probs[i] > kImpossible; ++i) {
      candidates.push_back(candidate_of(step, beam, row, tokens[i], log_probs[i]));
    }
  }
  return candidates;
}

}  // namespace tfm
