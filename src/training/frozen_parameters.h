// Fine-tuning that leaves parts of a model as they are.
#pragma once

#include <string>
#include <vector>

#include "model/transformer.h"
#include "training/optimizer.h"

namespace tfm {

// Each of `parts` is the beginning of parameters' names up to a dot or their end, such as "encoder" or
// "decoder.layers.0": these get no gradients. UserError for a part that the model doesn't have, with those it has, and
// where nothing would be left to train.
void freeze(Transformer& model, const std::vector<std::string>& parts);

// All other parameters, by name: what an optimizer is for.
Optimizer::NamedParameters trained_parameters(const Transformer& model);

}  // namespace tfm
