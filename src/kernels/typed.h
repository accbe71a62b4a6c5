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

// How many rows a product of matrices is best a multiple of. oneDNN, which multiplies bfloat16, compiles code for each
// number of rows that it meets, and keeps that of the latest thousand or so products: each new one costs as much as
// half the product of a small model. float32 goes through a library that doesn't.
inline int64_t row_multiple(const at::Tensor& x) { return x.scalar_type() == at::kBFloat16 ? 32 : 1; }

}  // namespace tfm
