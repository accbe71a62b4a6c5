// The training objective, computed together with the output projection: the logits are the largest tensor of a step, so
// they exist for a slice of the tokens at a time and turn into their own gradient in place.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

namespace tfm {

inline constexpr int64_t kNoTarget = -1;

// Sum over tokens of (1 - smoothing) * -log p(target) + smoothing * mean over the vocabulary of -log p (Szegedy et al.
// 2016, with the mass spread over the whole vocabulary, as PyTorch's cross_entropy does).
// A target of kNoTarget, which packed states alone have, counts for nothing.
// states [N, D], weight [V, D] (logits = states weight^T), targets int64 [N] -> a scalar, float32 where the states are
// 16 bits wide. Differentiable in states and weight when gradients are on.
at::Tensor label_smoothed_cross_entropy(const at::Tensor& states, const at::Tensor& weight, const at::Tensor& targets,
                                        double smoothing);

}  // namespace tfm
