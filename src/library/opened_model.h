// A trained model on disk: all that there is beside its weights, and these ready to be read.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "codec/text_codec.h"
#include "config/config.h"
#include "config/model_shape.h"
#include "decoding/decoding_model.h"
#include "text/tokenizer.h"
#include "weights/weights_file.h"

namespace tfm {

// What a model's text goes through.
struct ModelSetup {
  Tokenizers tokenizers;
  Config config;
  std::optional<std::string> tag{};  // that stands before each source sentence; the command line gives it

  // How text becomes pieces and pieces text. UserError for a `tag` that the model wasn't trained with; a warning where
  // it was trained with tags alone and none is given.
  TextCodec codec() const;
};

struct OpenedModel : ModelSetup {
  WeightsFile weights;
};

// `path`: what --model takes (see weights/model_files.h). UserError when something is missing, damaged on the face of
// it, or doesn't belong together.
OpenedModel open_model(const std::filesystem::path& path);

Vocabulary vocabulary_of(const Tokenizers& tokenizers);

// For the fast decoder, in this type: weights are read as they are laid out, so that no second copy of all of them is
// ever there. UserError when they are damaged.
std::shared_ptr<const DecodingModel> lay_out(OpenedModel& model, WeightType type);

}  // namespace tfm
