// Which tensors the kernels take, and how these see them.
#pragma once

#include <ATen/core/Tensor.h>

#include "kernels/bfloat16.h"

namespace tfm {

// float32 or bfloat16 on the CPU.
inline bool has_kernels(const at::Tensor& x) {
  return x.is_cpu() && (x.scalar_type() == at::kFloat || x.scalar_type() == at::kBFloat16);
}

// Calls `use` with a number of the tensor's type: a float or a Bfloat16.
template <typename Use>
void with_type_of(const at::Tensor& x, const Use& use) {
  if (x.scalar_type() == at::kBFloat16) {
    use(Bfloat16{});
  } else {
    use(float{});
  }
}

// The numbers of a tensor of that type, contiguous.
template <typename T>
const T* numbers_of(const at::Tensor& x) {
  return static_cast<const T*>(x.const_data_ptr());
}
template <typename T>
T* mutable_numbers_of(const at::Tensor& x) {
  return static_cast<T*>(x.mutable_data_ptr());
}

// How many rows a product of matrices is best a multiple of. oneDNN, which multiplies bfloat16, compiles code for each
// number of rows that it meets, and keeps that of the latest thousand or so products: each new one costs as much as
// half the product of a small model. float32 goes through a library that doesn't.
inline int64_t row_multiple(const at::Tensor& x) { return x.scalar_type() == at::kBFloat16 ? 32 : 1; }

}  // namespace tfm
