// The mean of several checkpoints' weights.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "checkpoint/safetensors.h"

namespace tfm {

// Element by element, added up in float64; the result has the first one's types and order. At least one folder.
// UserError when one is damaged, belongs to other vocabularies, or has other weights than the first.
NamedTensors average_checkpoints(const std::vector<std::filesystem::path>& checkpoints,
                                 const std::string& tokenizer_fingerprint);

}  // namespace tfm
