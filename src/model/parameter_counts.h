// Where a model's parameters are.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "model/transformer.h"

namespace tfm {

// Part and number of its parameters, in the model's order: "embeddings", "encoder self-attention", "decoder norms" ...
std::vector<std::pair<std::string, int64_t>> parameter_counts(const Transformer& model);

}  // namespace tfm
