// A model's weights on their way to files and back; weights/weights_file.h reads them.
#pragma once

#include <torch/nn/module.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "checkpoint/safetensors.h"
#include "config/config.h"
#include "weights/weights_file.h"

namespace tfm {

// Name and value of each parameter, tied ones once.
NamedTensors named_weights(const torch::nn::Module& model);

// With the checksum of each tensor. `model`: the config's section, kept beside the weights where it is given.
void save_weights(const std::filesystem::path& file, const NamedTensors& weights,
                  const std::string& tokenizer_fingerprint, const std::optional<ModelConfig>& model = std::nullopt);

// All of them. UserError as WeightsFile has it.
std::map<std::string, at::Tensor> load_weights(const std::filesystem::path& file,
                                               const std::string& tokenizer_fingerprint);
std::map<std::string, at::Tensor> read_all(WeightsFile& file);

// Copies them into the model. UserError as check_shapes has it; `where` names their file.
void assign_weights(torch::nn::Module& model, const std::map<std::string, at::Tensor>& weights,
                    const std::string& where);

// Reads the file's weights for a model that is on the CPU and that nothing else refers to yet: it takes the tensors
// themselves. UserError as check_shapes and WeightsFile have it.
void read_weights(torch::nn::Module& model, WeightsFile& file);

// A model's own as what a decoder is laid out from; shared, not copied. The model is on the CPU, in float32.
class ModuleWeights : public WeightSource {
 public:
  explicit ModuleWeights(const torch::nn::Module& model);
  bool contains(const std::string& name) const override { return weights_.contains(name); }
  Weight read(const std::string& name) override;

 private:
  std::map<std::string, at::Tensor> weights_;
};

}  // namespace tfm
