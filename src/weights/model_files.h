// Where models are found: the folder that people keep (model.safetensors, config.json and tokenizer/), and runs.
#pragma once

#include <filesystem>
#include <vector>

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

// All checkpoint folders of a run, oldest first. UserError when they can't be looked at.
std::vector<std::filesystem::path> list_checkpoints(const std::filesystem::path& run_folder);

// UserError where the weights were made as another model than the config beside them says: they might fit, and would
// compute something else.
void check_model_section(const ModelFiles& files, const ModelConfig& model);

}  // namespace tfm
