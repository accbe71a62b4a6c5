// Attention of one query to keys that stand here and there: those of the places before it, which a search's hypotheses
// share with those that they come from.
#pragma once

#include <cstdint>
#include <span>

namespace tfm {

struct PastHeads {
  int64_t heads;     // of the query
  int64_t kv_heads;  // divides them
  int64_t head_dim;
};

// Of all heads: softmax(q K^T / sqrt(head_dim)) V. query and `to`: [heads * head_dim]; keys and values: each
// [kv_heads * head_dim], at least one. scores: memory for round_up_to_lanes(keys.size()) numbers.
void attend_to_past(const PastHeads& shape, const float* query, std::span<const float* const> keys,
                    std::span<const float* const> values, float* scores, float* to);

}  // namespace tfm
