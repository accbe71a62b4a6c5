// Which weights a model has: what its file must hold.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "config/model_shape.h"

namespace tfm {

// Name and shape of each, as model/transformer.h calls its parameters.
std::map<std::string, std::vector<int64_t>> weight_shapes(const ModelConfig& config, const Vocabulary& vocabulary);

}  // namespace tfm
