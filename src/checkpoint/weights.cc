#include "checkpoint/weights.h"

#include "checkpoint/reduced_weights.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

constexpr const char* kFingerprintKey = "tokenizer";
constexpr const char* kModelKey = "model";
constexpr const char* kChecksumPrefix = "xxh3:";  // of the key of a tensor's checksum

std::string checksum_of(const at::Tensor& tensor) {
  const auto local = tensor.detach().to(at::kCPU).contiguous();
  return checksum({static_cast<const char*>(local.const_data_ptr()), local.nbytes()});
}

void verify(const SafetensorsFile& contents, const std::filesystem::path& file) {
  for (const auto& [name, tensor] : contents.tensors) {
    const auto found = contents.metadata.find(kChecksumPrefix + name);
    if (found != contents.metadata.end() && found->second == checksum_of(tensor)) continue;
    throw UserError(concat(file.string(), " is damaged: the weight ", name,
                           " doesn't equal its checksum; copy the file again or use another checkpoint"));
  }
}

std::string advice(const std::string& where) {
  return concat("; ", where, " doesn't fit the config's model section: use the config.json that stands beside it");
}

// use(parameter, weight) for each.
template <typename Use>
void use_weights(torch::nn::Module& model, const std::map<std::string, at::Tensor>& weights, const std::string& where,
                 const Use& use) {
  const at::NoGradGuard no_grad;
  auto parameters = model.named_parameters();
  for (auto& entry : parameters) {
    const auto found = weights.find(entry.key());
    if (found == weights.end()) throw UserError(concat("the weight ", entry.key(), " is missing", advice(where)));
    if (found->second.sizes() != entry.value().sizes()) {
      throw UserError(concat("the weight ", entry.key(), " is ", found->second.sizes(), ", not ", entry.value().sizes(),
                             advice(where)));
    }
    use(entry.value(), found->second);
  }
  for (const auto& [name, tensor] : weights) {
    if (!parameters.contains(name))
      throw UserError(concat("the weight ", name, " is not part of the model", advice(where)));
  }
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

std::optional<ModelConfig> model_of_weights(const std::filesystem::path& file) {
  const auto metadata = read_safetensors_metadata(file);
  const auto found = metadata.find(kModelKey);
  if (found == metadata.end()) return std::nullopt;
  return model_from_json(found->second, file.string());
}

std::map<std::string, at::Tensor> load_weights(const std::filesystem::path& file,
                                               const std::string& tokenizer_fingerprint) {
  auto contents = read_safetensors(file);
  const auto found = contents.metadata.find(kFingerprintKey);
  if (found == contents.metadata.end()) {
    throw UserError(concat(file.string(), " was not written by tfm: it names no vocabulary"));
  }
  if (found->second != tokenizer_fingerprint) {
    throw UserError(concat(file.string(), " was trained with another vocabulary (", found->second,
                           ") than the tokenizer folder's (", tokenizer_fingerprint,
                           "); put back the tokenizer that belongs to it"));
  }
  verify(contents, file);
  return restored_weights(std::move(contents.tensors));
}

void assign_weights(torch::nn::Module& model, const std::map<std::string, at::Tensor>& weights,
                    const std::string& where) {
  use_weights(model, weights, where, [](at::Tensor& parameter, const at::Tensor& weight) { parameter.copy_(weight); });
}

void adopt_weights(torch::nn::Module& model, const std::map<std::string, at::Tensor>& weights,
                   const std::string& where) {
  use_weights(model, weights, where,
              [](at::Tensor& parameter, const at::Tensor& weight) { parameter.set_data(weight); });
}

}  // namespace tfm
