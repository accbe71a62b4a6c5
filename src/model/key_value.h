// What is attended to.
#pragma once

#include <ATen/core/Tensor.h>

namespace tfm {

using at::Tensor;

// Keys and values, split into heads: [batch, heads, keys, K].
struct KeyValue {
  Tensor key;
  Tensor value;
};

}  // namespace tfm
