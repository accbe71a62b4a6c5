// Multi-head scaled dot-product attention (Vaswani et al. 2017, section 3.2) over sentences that stand one behind the
// other, without padding between them.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "kernels/dropout_factors.h"

namespace tfm {

struct PackedAttentionOptions {
  int64_t num_heads = 1;
  int64_t kv_heads = 1;     // divides num_heads; each serves num_heads / kv_heads query heads
  at::Tensor query_starts;  // int64 [sentences + 1] on the CPU: sentence i has the rows starts[i] .. starts[i + 1] - 1
  at::Tensor key_starts;    // the same of keys and values; no sentence is empty on either side
  bool causal = false;      // a query sees keys of its sentence up to its own place
  int64_t window = 0;       // and at most so many places away; 0: all
  // Of the weights. Each has the number that it has in a padded tensor [B, H, T, S], these sentences being those from
  // first_sentence on: the same weights are dropped in either layout.
  DropoutSite dropout = {};
  int64_t first_sentence = 0, padded_queries = 0, padded_keys = 0;
};

// H heads, G key and value heads, K numbers each; for tensors that has_kernels (typed.h). Differentiable.
// Projections of queries, keys and values side by side, [N, (H + 2 G) K] -> [N, H K]
at::Tensor packed_self_attention(const at::Tensor& projected, const PackedAttentionOptions& options);
// [N, H K], keys and values side by side [M, 2 G K] -> [N, H K]
at::Tensor packed_cross_attention(const at::Tensor& queries, const at::Tensor& memory,
                                  const PackedAttentionOptions& options);

}  // namespace tfm
