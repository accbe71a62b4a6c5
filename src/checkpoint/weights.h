// A model's weights as a file that knows which vocabularies it belongs to.
#pragma once

#include <torch/nn/module.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

// A file of weights that are read when they are asked for.
class WeightsFile {
 public:
  // UserError when the file is damaged on the face of it, or its weights were trained with other vocabularies.
  WeightsFile(const std::filesystem::path& file, const std::string& tokenizer_fingerprint);

  // float32, whatever it was reduced to (see reduced_weights.h). UserError when it doesn't equal its checksum.
  at::Tensor read(const std::string& name);
  std::map<std::string, at::Tensor> read_all();
  // Names and shapes, in the order of the file.
  const std::vector<std::pair<std::string, std::vector<int64_t>>>& shapes() const { return shapes_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  at::Tensor verified(const std::string& name);
  [[noreturn]] void fail_damaged(const std::string& what) const;

  std::filesystem::path path_;
  SafetensorsReader reader_;
  std::vector<std::pair<std::string, std::vector<int64_t>>> shapes_;
};

// All of them. UserError as WeightsFile has it.
std::map<std::string, at::Tensor> load_weights(const std::filesystem::path& file,
                                               const std::string& tokenizer_fingerprint);

// Copies them into the model. UserError that names the first weight which is missing, left over or of another shape;
// `where` names their file.
void assign_weights(torch::nn::Module& model, const std::map<std::string, at::Tensor>& weights,
                    const std::string& where);
// The same complaints before anything is read.
void check_shapes(const torch::nn::Module& model, const WeightsFile& file);

// Weights on their way from a file into a model, which is on the CPU and nothing else refers to yet: it takes the
// file's tensors themselves, as soon as somebody asks for them.
class PendingWeights {
 public:
  // UserError as check_shapes has it.
  PendingWeights(const torch::nn::Module& model, WeightsFile file);
  // Those whose names begin so, where it hasn't been done yet. UserError as WeightsFile has it.
  void read(const std::string& prefix);

 private:
  WeightsFile file_;
  std::map<std::string, at::Tensor> pending_;  // parameters
};

}  // namespace tfm
