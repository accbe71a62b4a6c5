// How much of what a machine computes is of use: the matrix products for real pieces, without padding.
#pragma once

#include <map>
#include <string>

#include "data/batch.h"
#include "model/transformer.h"

namespace tfm {

// Floating-point operations of one forward pass over the batch, by part ("encoder feed-forward", "softmax and loss",
// ...): 2 for each multiplication and addition of a matrix product; softmax, norms and the like count for nothing.
// Causal attention counts the half that isn't masked. Additive scores count as dot products. A training step takes
// three times as many.
std::map<std::string, double> useful_forward_flops(const Transformer& model, const Batch& batch);

}  // namespace tfm
