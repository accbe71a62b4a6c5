#include "model/additive_attention.h"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

namespace tfm {
namespace {

// Calls work(first, count) for chunks of the queries such that [B, H, count, S, K] keeps the bound.
template <typename Work>
void for_each_chunk(const Tensor& query, const Tensor& key, const Work& work) {
  const int64_t per_query = std::max<int64_t>(1, query.size(0) * query.size(1) * key.size(2) * query.size(3));
  const int64_t chunk = std::max<int64_t>(1, kAdditiveChunk / per_query);
  for (int64_t first = 0; first < query.size(2); first += chunk) {
    work(first, std::min(chunk, query.size(2) - first));
  }
}

// tanh(q_t + k_s) of some queries. -> [B, H, T', S, K]
Tensor activations(const Tensor& query, const Tensor& key, int64_t first, int64_t count) {
  return (query.narrow(2, first, count).unsqueeze(3) + key.unsqueeze(2)).tanh_();
}

Tensor per_head(const Tensor& weight) { return weight.view({1, weight.size(0), 1, 1, weight.size(1)}); }

// The activations are computed again for the gradient: kept, they would be the tensor that must not be built.
class AdditiveScores : public torch::autograd::Function<AdditiveScores> {
 public:
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& query, const Tensor& key,
                        const Tensor& weight) {
    context->save_for_backward({query, key, weight});
    auto scores = at::empty({query.size(0), query.size(1), query.size(2), key.size(2)}, query.options());
    for_each_chunk(query, key, [&](int64_t first, int64_t count) {
      scores.narrow(2, first, count).copy_((activations(query, key, first, count) * per_head(weight)).sum(-1));
    });
    return scores;
  }

  // With h = tanh(q + k) and e = w.h: de/dw = h, de/dq = de/dk = w (1 - h^2).
  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 torch::autograd::variable_list gradients) {
    const auto saved = context->get_saved_variables();
    const auto &query = saved[0], &key = saved[1], &weight = saved[2];
    auto to_query = at::empty_like(query), to_key = at::zeros_like(key), to_weight = at::zeros_like(weight);
    for_each_chunk(query, key, [&](int64_t first, int64_t count) {
      const auto h = activations(query, key, first, count);                        // [B, H, T', S, K]
      const auto gradient = gradients[0].narrow(2, first, count).unsqueeze(-1);    // [B, H, T', S, 1]
      to_weight += (gradient * h).sum({0, 2, 3});                                  // [H, K]
      const auto to_sum = (1 - h.square()).mul_(per_head(weight)).mul_(gradient);  // [B, H, T', S, K]
      to_query.narrow(2, first, count).copy_(to_sum.sum(3));
      to_key += to_sum.sum(2);
    });
    return {to_query, to_key, to_weight};
  }
};

}  // namespace

Tensor additive_scores(const Tensor& query, const Tensor& key, const Tensor& weight) {
  return AdditiveScores::apply(query, key, weight);
}

AdditiveScoreImpl::AdditiveScoreImpl(int64_t num_heads, int64_t head_dim) {
  weight = register_parameter("weight", at::zeros({num_heads, head_dim}));
  bias = register_parameter("bias", at::zeros({num_heads, head_dim}));
}

Tensor AdditiveScoreImpl::forward(const Tensor& query, const Tensor& key) {
  return additive_scores(query + bias.unsqueeze(1), key, weight);
}

}  // namespace tfm
