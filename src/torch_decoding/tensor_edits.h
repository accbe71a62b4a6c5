// A search's edits of log-probabilities where these are: in a few operations on their device.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>

#include "search/token_edits.h"

namespace tfm {

// Changes float [N, W, V], contiguous, in place; see TokenEdits::apply.
void apply_edits(const TokenEdits& edits, std::span<const int64_t> never, const at::Tensor& log_probs);

}  // namespace tfm
