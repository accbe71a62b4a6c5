// Writes the folder that people keep: model.safetensors, config.json and tokenizer/, in a run as RUN/best.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "checkpoint/safetensors.h"
#include "config/config.h"

namespace tfm {

// Writes the folder, or exchanges an older one of that name, in one step. `save_tokenizers` fills the folder it is
// given. UserError (kFailed), with the room it needs, when it can't be written.
void save_model_folder(const std::filesystem::path& folder, const NamedTensors& weights, const Config& config,
                       const std::string& tokenizer_fingerprint,
                       const std::function<void(const std::filesystem::path&)>& save_tokenizers);

}  // namespace tfm
