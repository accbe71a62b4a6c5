// Which keys a query may attend to.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "model/tokens.h"

namespace tfm {

using at::Tensor;

// Conditions that must all hold. No query is ever left without a key: softmax over nothing has no value.
struct AttentionMask {
  // Boolean [batch, keys]; true = a real piece. Undefined: every key is.
  Tensor real_keys{};
  // Query i sees keys 0..i alone.
  bool causal = false;
  // Truncated self-attention: query i sees keys i - window .. i + window alone. 0: no window.
  int64_t window = 0;

  // How the sentences stand where they are packed: queries see keys of their own sentence alone, and places are counted
  // from its beginning. There is no dense mask for that.
  SentenceLayout queries{}, keys{};

  bool is_windowed() const { return window > 0; }
  bool is_packed() const { return queries.is_packed(); }
};

// The mask as one boolean tensor, true = may attend, broadcastable to [batch, heads, queries, keys]; undefined where
// every query sees every key. The last query stands at the last key where it is causal or windowed; there, each query
// also sees its own place, so that one which is padding itself isn't left without a key.
Tensor dense_mask(const AttentionMask& mask, int64_t queries, int64_t keys, at::Device device);

}  // namespace tfm
