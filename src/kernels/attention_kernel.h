// Attention of one head over one sentence, forward and backward: softmax(Q K^T / sqrt(K)) V (Vaswani et al. 2017, eq.
// 1) without what isn't there: no padding, and no keys that a whole block of queries may not see.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/dropout_factors.h"
#include "kernels/row_copies.h"

namespace tfm {

// What a query may see, and which of its weights are dropped.
struct HeadOptions {
  int64_t queries, keys, head_dim;
  bool causal = false;            // query i sees keys up to i
  int64_t window = 0;             // query i sees keys i - window .. i + window; 0: all
  DropoutSite dropout = {};       // a threshold of 0: none
  uint64_t first_number = 0;      // dropout's number for query 0 and key 0; the next key has the next one
  uint64_t numbers_of_query = 0;  // from one query's first number to the next one's
};

// The rows of one sentence, from the column where the head begins.
template <typename T>
struct HeadRows {
  RowsOf<const T> query, key, value;
  RowsOf<float> log_sums;  // [queries, 1]: the logarithm of softmax's denominator
};

// Memory that is kept from call to call.
class AttentionScratch {
 public:
  // Starts a new round of take().
  void begin() { used_ = 0; }
  // Begins at a whole vector's address.
  float* take(int64_t floats);

 private:
  std::vector<std::vector<float>> blocks_;
  std::size_t used_ = 0;
};

// Writes `output` and the log_sums. T: float or BFloat16; sums are in float32.
template <typename T>
void attend_forward(const HeadOptions& options, const HeadRows<T>& rows, const RowsOf<T>& output,
                    AttentionScratch& scratch);

// Writes the query's gradient and adds those of keys and values, float32 [keys, round_up_to_lanes(head_dim)]: several
// heads may share them.
template <typename T>
void attend_backward(const HeadOptions& options, const HeadRows<T>& rows, const RowsOf<const T>& output_gradient,
                     const RowsOf<T>& query_gradient, float* key_gradient, float* value_gradient,
                     AttentionScratch& scratch);

}  // namespace tfm
