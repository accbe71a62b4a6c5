// A model's weights as a file that knows which vocabularies it belongs to.
#pragma once

#include <torch/nn/module.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "checkpoint/safetensors.h"
#include "config/config.h"

namespace tfm {

// Name and value of each parameter, tied ones once.
NamedTensors named_weights(const torch::nn::Module& model);

// With the checksum of each tensor. `model`: the config's section, kept beside the weights where it is given.
void save_weights(const std::filesystem::path& file, const NamedTensors& weights,
                  const std::string& tokenizer_fingerprint, const std::optional<ModelConfig>& model = std::nullopt);
// The section, where the file has it.
std::optional<ModelConfig> model_of_weights(const std::filesystem::path& file);

// float32, whatever they were reduced to (see reduced_weights.h). UserError when the file is damaged (a tensor doesn't
// equal its checksum) or its weights were trained with other vocabularies.
std::map<std::string, at::Tensor> load_weights(const std::filesystem::path& file,
                                               const std::string& tokenizer_fingerprint);

// Copies them into the model. UserError that names the first weight which is missing, left over or of another shape;
// `where` names their file.
void assign_weights(torch::nn::Module& model, const std::map<std::string, at::Tensor>& weights,
                    const std::string& where);
// The same for a model that nothing else refers to yet: it takes the tensors themselves, on the CPU.
void adopt_weights(torch::nn::Module& model, const std::map<std::string, at::Tensor>& weights,
                   const std::string& where);

}  // namespace tfm
