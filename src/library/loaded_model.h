// A trained model, ready to use.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "checkpoint/weights.h"
#include "config/config.h"
#include "data/text_codec.h"
#include "decoding/transformer_steps.h"
#include "model/transformer.h"
#include "text/tokenizer.h"

namespace tfm {

struct LoadedModel {
  Transformer model;
  Tokenizers tokenizers;
  Config config;
  std::optional<std::string> tag{};  // that stands before each source sentence; the command line gives it
  // Of a model that load_to_translate() made: its weights, which it hasn't got yet.
  std::shared_ptr<PendingWeights> pending{};

  // How text becomes pieces and pieces text. UserError for a `tag` that the model wasn't trained with; a warning where
  // it was trained with tags alone and none is given.
  TextCodec codec() const;
};

// `path`: what --model takes (see checkpoint/model_folder.h). UserError when something is missing, damaged or doesn't
// belong together.
LoadedModel load_model(const std::filesystem::path& path, at::Device device);
// The same for who translates alone: on a CPU weights are read when the fast decoder lays them out, so that no second
// copy of all of them is ever there.
LoadedModel load_to_translate(const std::filesystem::path& path, at::Device device);

// As it takes part in translating, with what is left to be read.
DecodingModel decoding_model(const LoadedModel& loaded);

// With the weights it is constructed with: neither drawn nor loaded yet.
Transformer build_transformer(const ModelConfig& config, const Tokenizers& tokenizers);

}  // namespace tfm
