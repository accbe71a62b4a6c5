// A trained model as LibTorch's modules.
#pragma once

#include <c10/core/Device.h>

#include <filesystem>
#include <memory>

#include "decoding/decoding_model.h"
#include "library/opened_model.h"
#include "model/transformer.h"

namespace tfm {

struct LoadedModel : ModelSetup {
  Transformer model;

  // What translates with it; see torch_decoding/transformer_model.h. UserError for a type that isn't for such a model.
  std::shared_ptr<const DecodingModel> decoding_model(WeightType type) const;
};

// UserError as open_model() has it, and when the weights are damaged.
LoadedModel load_model(const std::filesystem::path& path, at::Device device);
LoadedModel load_model(OpenedModel opened, at::Device device);

// With the weights it is constructed with: neither drawn nor loaded yet.
Transformer build_transformer(const ModelConfig& config, const Tokenizers& tokenizers);

}  // namespace tfm
