// A trained model, ready to use.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "config/config.h"
#include "data/text_codec.h"
#include "model/transformer.h"
#include "text/tokenizer.h"

namespace tfm {

struct LoadedModel {
  Transformer model;
  Tokenizers tokenizers;
  Config config;
  std::optional<std::string> tag{};  // that stands before each source sentence; the command line gives it

  // How text becomes pieces and pieces text. UserError for a `tag` that the model wasn't trained with; a warning where
  // it was trained with tags alone and none is given.
  TextCodec codec() const;
};

// `path`: what --model takes (see checkpoint/model_folder.h). UserError when something is missing, damaged or doesn't
// belong together.
LoadedModel load_model(const std::filesystem::path& path, at::Device device);

// With the weights it is constructed with: neither drawn nor loaded yet.
Transformer build_transformer(const ModelConfig& config, const Tokenizers& tokenizers);

}  // namespace tfm
