// Attention of one query to keys that stand here and there: those of the places before it, which a search's hypotheses
// share with those that they come from.
#pragma once

#include <cstdint>
#include <span>

namespace tfm {

// What scores a query and a key additively: w^T tanh(q + k + b) of each head (Bahdanau et al. 2015).
struct AdditiveParameters {
  const float* weight = nullptr;  // w [heads * head_dim]; null: the score is q^T k / sqrt(head_dim)
  const float* bias = nullptr;    // b, the same
};

struct PastHeads {
  int64_t heads;     // of the query
  int64_t kv_heads;  // divides them
  int64_t head_dim;
  AdditiveParameters additive = {};
};

// What a query attends to: each [kv_heads * head_dim], at least one.
struct PastRows {
  std::span<const float* const> keys, values;
};

// Of all heads: softmax(scores) V. query and `to`: [heads * head_dim]. scores: memory for
// round_up_to_lanes(keys.size()) numbers. `weights`, where given, gets the softmax: [heads, keys].
void attend_to_past(const PastHeads& shape, const float* query, const PastRows& past, float* scores, float* to,
                    float* weights = nullptr);

}  // namespace tfm
