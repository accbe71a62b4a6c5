#include "search/best_tokens.h"

#include <ATen/ATen.h>

#include <limits>
#include <tuple>

namespace tfm {

BestTokens best_tokens(const at::Tensor& log_probs, int64_t count) {
  // The greatest alone is found without a queue.
  const auto [best, tokens] = count == 1 ? log_probs.max(-1, /*keepdim=*/true) : log_probs.topk(count, -1);
  return {best.to(at::kCPU).contiguous(), tokens.to(at::kCPU).contiguous()};
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
  const int64_t width = best.tokens.size(1), count = best.tokens.size(2);
  const int64_t offset = static_cast<int64_t>(beam) * width * count;
  const float* log_probs = best.log_probs.const_data_ptr<float>() + offset;
  const auto* tokens = best.tokens.const_data_ptr<int64_t>() + offset;
  std::vector<Candidate> candidates;
  for (int64_t row = 0; row < std::ssize(step.beams[beam].live); ++row, log_probs += count, tokens += count) {
    for (int64_t i = 0; i < count && log_probs[i] > kImpossible; ++i) {  // nor is NaN, which stands first
      candidates.push_back(candidate_of(step, beam, row, tokens[i], log_probs[i]));
    }
  }
  return candidates;
}

}  // namespace tfm
