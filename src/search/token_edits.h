// Sparse changes to the next tokens' log-probabilities, collected row by row.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tfm {

class TokenEdits {
 public:
  // Whose log-probabilities the calls below change: sentence * W + hypothesis. Rows come in any order, each once.
  void start_row(int64_t row);
  void forbid(int64_t token);
  // Nothing else can come, whatever else forbids it: further edits of this row are of no effect.
  void allow_only(int64_t token);
  bool row_is_settled() const { return rows_.back().only.has_value(); }
  // Multiplies its log-probability, which is at most 0. factor > 0.
  void scale(int64_t token, double factor);

  // What the log-probability of the token has been multiplied by.
  double factor(int64_t row, int64_t token) const;

  // Changes float [N, W, V], contiguous, in place, in a few operations on its device. `never`: int64 [any], tokens that
  // are forbidden in all rows but those with allow_only; undefined: none.
  void apply(const at::Tensor& log_probs, const at::Tensor& never) const;
  // Changes one row of logits, whose log-probabilities are logit - log_sum, on the host.
  void apply_to_row(int64_t row, std::span<const int64_t> never, float log_sum, std::span<float> logits) const;

 private:
  struct Row {
    int64_t number = 0;
    std::vector<int64_t> forbidden{};
    std::optional<int64_t> only{};
    std::unordered_map<int64_t, double> scales{};
  };
  const Row* find(int64_t number) const;

  std::vector<Row> rows_;
  std::vector<std::size_t> place_of_row_;  // in rows_, from 1 on; 0: nothing is edited
};

}  // namespace tfm
