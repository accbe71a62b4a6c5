// The folder that people keep: model.safetensors, config.json and tokenizer/, in a run as RUN/best.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "checkpoint/safetensors.h"
#include "config/config.h"

namespace tfm {

struct ModelFiles {
  std::filesystem::path weights;
  std::filesystem::path config;
  std::filesystem::path tokenizer;  // a folder
};

// `path` is a run folder (its best, else its last checkpoint), a checkpoint folder inside a run, or a model folder.
// UserError when it is none of them.
ModelFiles find_model(const std::filesystem::path& path);

// UserError where the weights were made as another model than the config beside them says: they might fit, and would
// compute something else.
void check_model_section(const ModelFiles& files, const ModelConfig& model);

// Writes the folder, or exchanges an older one of that name, in one step. `save_tokenizers` fills the folder it is
// given. UserError (kFailed), with the room it needs, when it can't be written.
void save_model_folder(const std::filesystem::path& folder, const NamedTensors& weights, const Config& config,
                       const std::string& tokenizer_fingerprint,
                       const std::function<void(const std::filesystem::path&)>& save_tokenizers);

}  // namespace tfm
