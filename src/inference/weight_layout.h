// The parts of a model out of its weights: what they are called there, and how they are laid out.
#pragma once

#include <string>
#include <vector>

#include "config/model_shape.h"
#include "core/large_pages.h"
#include "inference/inference_model.h"

namespace tfm {

class WeightLayout {
 public:
  WeightLayout(const ModelConfig& config, const Vocabulary& vocabulary, WeightSource& weights, WeightType type)
      : config_(config), vocabulary_(vocabulary), weights_(weights), type_(type) {}

  InferenceEncoderLayer encoder_layer(int64_t number);
  InferenceDecoderLayer decoder_layer(int64_t number);
  LinearMap output();
  // Each embedding that is the output layer as well shares its weights.
  InferenceSide source(const LinearMap& output);
  InferenceSide target(const LinearMap& output);

 private:
  // Several maps of one input: their outputs stand side by side.
  LinearMap linear(const std::vector<std::string>& names);
  NormMap norm(const std::string& name);
  AdditiveScores scores(const std::string& attention);
  FeedForwardMap feed_forward(const std::string& name);
  WeightMatrix matrix(const std::string& name);
  InferenceSide side(const LayerShape& shape, WeightMatrix embedding, const std::string& name);
  Weight read_if_there(const std::string& name);

  const ModelConfig& config_;
  const Vocabulary& vocabulary_;
  WeightSource& weights_;
  WeightType type_;
  LargePages pages_;  // what is laid out
};

}  // namespace tfm
