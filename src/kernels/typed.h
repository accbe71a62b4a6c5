// Which tensors the kernels take.
#pragma once

#include <ATen/core/Tensor.h>

namespace tfm {

// float32 or bfloat16 on the CPU.
inline bool has_kernels(const at::Tensor& x) {
  return x.is_cpu() && (x.scalar_type() == at::kFloat || x.scalar_type() == at::kBFloat16);
}

// Calls `use` with a number of the tensor's type.
template <typename Use>
void with_type_of(const at::Tensor& x, const Use& use) {
  if (x.scalar_type() == at::kBFloat16) {
    use(c10::BFloat16{});
  } else {
    use(float{});
  }
}

}  // namespace tfm
