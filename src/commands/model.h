// A trained model, ready to use.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "config/config.h"
#include "model/transformer.h"
#include "data/text_codec.h"
#include "text/tokenizer.h"

namespace tfm {

struct LoadedModel {
  Transformer model;
  Tokenizers tokenizers;
  Config config;

  // How text becomes pieces and pieces text. UserError when the vocabulary has no such tag.
  TextCodec codec(const std::optional<std::string>& tag = std::nullopt) const { return {tokenizers, config.data, tag}; }
};

// `path`: what --model takes (see checkpoint/model_folder.h). UserError when something is missing, damaged or doesn't
// belong together.
LoadedModel load_model(const std::filesystem::path& path, at::Device device);

// With the weights it is constructed with: neither drawn nor loaded yet.
Transformer build_transformer(const ModelConfig& config, const Tokenizers& tokenizers);

}  // namespace tfm
