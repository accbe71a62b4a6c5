// Memory that is kept from use to use.
#pragma once

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty.h>

#include <cstdint>

namespace tfm {

class Buffer {
 public:
  // Room for `count` numbers, beginning at a whole vector's address. What was in it is lost where it grows.
  float* take(int64_t count) {
    if (!memory_.defined() || memory_.numel() < count) memory_ = at::empty({count + count / 4}, at::kFloat);
    return memory_.mutable_data_ptr<float>();
  }

 private:
  at::Tensor memory_;
};

}  // namespace tfm
