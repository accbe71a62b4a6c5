// Looks into a forward pass: the attention weights that the fused kernels never show.
#pragma once

#include <vector>

#include "model/attention_mask.h"

namespace tfm {

// Passed down a forward pass, it is handed the weights of every attention, in the order in which they are computed.
class AttentionRecorder {
 public:
  // [B, H, T, S]; each row sums to 1, a key that is not attended to has 0.
  void record(const Tensor& weights) { weights_.push_back(weights); }
  const std::vector<Tensor>& weights() const { return weights_; }

 private:
  std::vector<Tensor> weights_;
};

}  // namespace tfm
