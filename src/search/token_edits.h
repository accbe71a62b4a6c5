// Sparse changes to the next tokens' log-probabilities, collected row by row and made in a few operations on the
// device.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace tfm {

class TokenEdits {
 public:
  explicit TokenEdits(int64_t vocab_size) : vocab_size_(vocab_size) {}

  // Whose log-probabilities the calls below change: sentence * W + hypothesis. Rows come in any order, each once.
  void start_row(int64_t row);
  void forbid(int64_t token);
  // Nothing else can come, whatever else forbids it: further edits of this row are of no effect.
  void allow_only(int64_t token);
  bool row_is_settled() const { return settled_; }
  // Multiplies its log-probability, which is at most 0. factor > 0.
  void scale(int64_t token, double factor);

  // What the log-probability of the token has been multiplied by.
  double factor(int64_t row, int64_t token) const;

  // Changes float [N, W, V], contiguous, in place. `never`: int64 [any], tokens that are forbidden in all rows but
  // those with allow_only; undefined: none.
  void apply(const at::Tensor& log_probs, const at::Tensor& never) const;

 private:
  int64_t place(int64_t token) const { return row_ * vocab_size_ + token; }
  at::Tensor allowed_values(const at::Tensor& log_probs) const;
  void apply_scales(const at::Tensor& log_probs) const;
  void apply_allowed(const at::Tensor& log_probs, const at::Tensor& values) const;

  int64_t vocab_size_;
  int64_t row_ = 0;
  bool settled_ = false;
  std::vector<int64_t> forbidden_;               // places in the flat tensor
  std::vector<int64_t> settled_rows_, allowed_;  // the row and the place of its only token
  std::unordered_map<int64_t, double> scales_;   // by place
};

}  // namespace tfm
