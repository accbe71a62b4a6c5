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

std::string advice(const std::string& where) {
  return concat("; ", where, " doesn't fit the config's model section: use the config.json that stands beside it");
}

using Shapes = std::map<std::string, std::vector<int64_t>>;

void check_shapes(const torch::nn::Module& model, const Shapes& shapes, const std::string& where) {
  const auto parameters = model.named_parameters();
  for (const auto& entry : parameters) {
    const auto found = shapes.find(entry.key());
    if (found == shapes.end()) throw UserError(concat("the weight ", entry.key(), " is missing", advice(where)));
    const at::IntArrayRef shape = found->second;
    if (shape != entry.value().sizes()) {
      throw UserError(
          concat("the weight ", entry.key(), " is ", shape, ", not ", entry.value().sizes(), advice(where)));
    }
  }
  for (const auto& [name, shape] : shapes) {
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
  const auto metadata = SafetensorsReader(file).metadata();
  const auto found = metadata.find(kModelKey);
  if (found == metadata.end()) return std::nullopt;
  return model_from_json(found->second, file.string());
}

WeightsFile::WeightsFile(const std::filesystem::path& file, const std::string& tokenizer_fingerprint)
    : path_(file), reader_(file) {
  const auto found = reader_.metadata().find(kFingerprintKey);
  if (found == reader_.metadata().end()) {
    throw UserError(concat(file.string(), " was not written by tfm: it names no vocabulary"));
  }
  if (found->second != tokenizer_fingerprint) {
    throw UserError(concat(file.string(), " was trained with another vocabulary (", found->second,
                           ") than the tokenizer folder's (", tokenizer_fingerprint,
                           "); put back the tokenizer that belongs to it"));
  }
  for (const auto& named : reader_.shapes()) {
    const auto weight = weight_of_scales(named.first);
    if (!weight || !reader_.contains(*weight)) shapes_.push_back(named);
  }
  for (const auto& [key, value] : reader_.metadata()) {
    if (!key.starts_with(kChecksumPrefix)) continue;
    const auto name = key.substr(std::string_view(kChecksumPrefix).size());
    if (!reader_.contains(name)) fail_damaged(concat("the weight ", name, ", whose checksum it has, isn't there"));
  }
}

at::Tensor WeightsFile::read(const std::string& name) {
  const auto stored = verified(name);
  const auto scales = reader_.contains(name_of_scales(name)) ? verified(name_of_scales(name)) : at::Tensor();
  const bool needs_scales = stored.scalar_type() == at::kChar;
  if (needs_scales != scales.defined() || (needs_scales && scales.numel() != stored.size(0))) {
    fail_damaged(concat("the weight ", name, " and its scales don't belong together"));
  }
  return restored_weight(stored, scales);
}

void WeightsFile::fail_damaged(const std::string& what) const {
  throw UserError(concat(path_.string(), " is damaged: ", what, "; copy the file again or use another checkpoint"));
}

std::map<std::string, at::Tensor> WeightsFile::read_all() {
  std::map<std::string, at::Tensor> all;
  for (const auto& [name, shape] : shapes_) all.emplace(name, read(name));
  return all;
}

at::Tensor WeightsFile::verified(const std::string& name) {
  auto tensor = reader_.read(name);
  const auto found = reader_.metadata().find(kChecksumPrefix + name);
  if (found != reader_.metadata().end() && found->second == checksum_of(tensor)) return tensor;
  fail_damaged(concat("the weight ", name, " doesn't equal its checksum"));
}

std::map<std::string, at::Tensor> load_weights(const std::filesystem::path& file,
                                               const std::string& tokenizer_fingerprint) {
  return WeightsFile(file, tokenizer_fingerprint).read_all();
}

void assign_weights(torch::nn::Module& model, const std::map<std::string, at::Tensor>& weights,
                    const std::string& where) {
  Shapes shapes;
  for (const auto& [name, tensor] : weights) shapes[name] = tensor.sizes().vec();
  check_shapes(model, shapes, where);
  const at::NoGradGuard no_grad;
  for (auto& entry : model.named_parameters()) entry.value().copy_(weights.at(entry.key()));
}

void check_shapes(const torch::nn::Module& model, const WeightsFile& file) {
  check_shapes(model, Shapes(file.shapes().begin(), file.shapes().end()), file.path().string());
}

PendingWeights::PendingWeights(const torch::nn::Module& model, WeightsFile file) : file_(std::move(file)) {
  check_shapes(model, file_);
  for (const auto& entry : model.named_parameters()) pending_.emplace(entry.key(), entry.value());
}

void PendingWeights::read(const std::string& prefix) {
  const at::NoGradGuard no_grad;
  for (auto next = pending_.lower_bound(prefix); next != pending_.end() && next->first.starts_with(prefix);) {
    next->second.set_data(file_.read(next->first));
    next = pending_.erase(next);
  }
}

}  // namespace tfm
