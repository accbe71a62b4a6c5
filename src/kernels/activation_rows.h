// Activation functions in place, for decoding; ReLU is part of the products before it.
#pragma once

#include <cstdint>

namespace tfm {

// x Phi(x) = x (1 + erf(x / sqrt(2))) / 2 (Hendrycks and Gimpel 2016)
void gelu(float* x, int64_t count);
// Each row has `columns` gates and as many numbers behind them: swish(gate) * number takes the gate's place, with
// swish(x) = x / (1 + e^-x) (Shazeer 2020).
void swiglu(float* x, int64_t rows, int64_t columns);

}  // namespace tfm
