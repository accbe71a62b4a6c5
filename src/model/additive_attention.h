// Additive attention (Bahdanau et al. 2015): the score of a query and a key is w^T tanh(W_q q + W_k k + b), per head.
#pragma once

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include <ATen/core/Tensor.h>

namespace tfm {

using at::Tensor;

// w^T tanh(q_t + k_s) for all t, s and heads: q [B, H, T, K], k [B, H, S, K], w [H, K] -> [B, H, T, S].
// Of the tensor [B, H, T, S, K] in between, never more than kAdditiveChunk numbers are there at a time (or one query's,
// where that is more): queries are taken in chunks. The backward pass computes them again and has up to four tensors
// of a chunk's size.
Tensor additive_scores(const Tensor& query, const Tensor& key, const Tensor& weight);
inline constexpr int64_t kAdditiveChunk = int64_t{1} << 22;  // 16 MiB of float32

// The score's own parameters; W_q and W_k are the attention's query and key projections.
class AdditiveScoreImpl : public torch::nn::Module {
 public:
  AdditiveScoreImpl(int64_t num_heads, int64_t head_dim);
  // [B, H, T, K], [B, H, S, K] -> [B, H, T, S]
  Tensor forward(const Tensor& query, const Tensor& key);

  Tensor weight;  // w [H, K]
  Tensor bias;    // b [H, K]
};
TORCH_MODULE(AdditiveScore);

}  // namespace tfm
