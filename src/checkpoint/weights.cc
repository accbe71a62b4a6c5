#include "checkpoint/weights.h"

#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

std::string checksum_of(const at::Tensor& tensor) {
  const auto local = tensor.detach().to(at::kCPU).contiguous();
  return checksum({static_cast<const char*>(local.const_data_ptr()), local.nbytes()});
}

at::Tensor to_tensor(const Weight& weight) {
  if (weight.size() == 0) return at::empty(weight.shape);
  return at::from_blob(
      const_cast<float*>(weight.numbers.get()), weight.shape, [memory = weight.numbers](void*) {}, at::kFloat);
}

WeightShapes shapes_of(const torch::nn::Module& model) {
  WeightShapes shapes;
  for (const auto& entry : model.named_parameters()) shapes[entry.key()] = entry.value().sizes().vec();
  return shapes;
}

}  // namespace

NamedTensors named_weights(const torch::nn::Module& model) {
  NamedTensors weights;
  for (const auto& entry : model.named_parameters()) weights.emplace_back(entry.key(), entry.value().detach());
  return weights;
}

void save_weights(const std::filesystem::path& file, const NamedTensors& weights,
                  const std::string& tokenizer_fingerprint, const std::optional<ModelConfig>& model) {
  std::map<std::string, std::string> metadata = {{"format", "tfm-2"}, {kFingerprintKey, tokenizer_fingerprint}};
  if (model) metadata[kModelKey] = model_to_json(*model);
  for (const auto& [name, tensor] : weights) metadata[kChecksumPrefix + name] = checksum_of(tensor);
  write_safetensors(file, weights, metadata);
}

std::map<std::string, at::Tensor> load_weights(const std::filesystem::path& path,
                                               const std::string& tokenizer_fingerprint) {
  WeightsFile file(path, tokenizer_fingerprint);
  return read_all(file);
}

std::map<std::string, at::Tensor> read_all(WeightsFile& file) {
  std::map<std::string, at::Tensor> all;
  for (const auto& [name, shape] : file.shapes()) all.emplace(name, to_tensor(file.read(name)));
  return all;
}

void assign_weights(torch::nn::Module& model, const std::map<std::string, at::Tensor>& weights,
                    const std::string& where) {
  WeightShapes shapes;
  for (const auto& [name, tensor] : weights) shapes[name] = tensor.sizes().vec();
  check_shapes(shapes_of(model), shapes, where);
  const at::NoGradGuard no_grad;
  for (auto& entry : model.named_parameters()) entry.value().copy_(weights.at(entry.key()));
}

void read_weights(torch::nn::Module& model, WeightsFile& file) {
  check_shapes(shapes_of(model), file);
  const at::NoGradGuard no_grad;
  for (auto& entry : model.named_parameters()) entry.value().set_data(to_tensor(file.read(entry.key())));
}

ModuleWeights::ModuleWeights(const torch::nn::Module& model) {
  for (const auto& [name, tensor] : named_weights(model)) {
    TORCH_CHECK(tensor.is_cpu() && tensor.scalar_type() == at::kFloat, name, " is no float32 on the CPU");
    weights_.emplace(name, tensor.contiguous());
  }
}

Weight ModuleWeights::read(const std::string& name) {
  const auto& tensor = weights_.at(name);
  return {.shape = tensor.sizes().vec(), .numbers = {tensor.const_data_ptr<float>(), [tensor](const float*) {}}};
}

}  // namespace tfm
