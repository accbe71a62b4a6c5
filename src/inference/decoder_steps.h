// The decoder at work on a batch: one place of all hypotheses at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "inference/buffer.h"
#include "inference/decoder_history.h"
#include "inference/decoder_memory.h"
#include "inference/inference_model.h"

namespace tfm {

class DecoderSteps {
 public:
  // W slots for each sentence: slot i is of sentence i / W. attention_layer: whose cross-attention attention() shows.
  DecoderSteps(std::shared_ptr<const InferenceModel> model, const EncodedSentences& encoded, int64_t width,
               std::optional<int64_t> attention_layer = std::nullopt);

  // Feeds a token to each hypothesis; they stand in these slots, ascending.
  void step(std::span<const int64_t> tokens, std::span<const int64_t> slots);
  // What the step has made of hypothesis i: states()[i], ready for the output layer. [hypotheses, D]
  const float* states() const { return states_; }
  // Slot i goes on with what was slots[i]. Where sentences have left, `sentences` has those that stay; else it is
  // empty.
  void select(std::span<const int64_t> slots, std::span<const int64_t> sentences);
  // [sentences, W, H, most_pieces()]: zero where a slot has no hypothesis or a sentence no piece.
  const std::vector<float>& attention() const { return attention_; }
  // Of a sentence that the batch began with.
  int64_t most_pieces() const { return most_pieces_; }

 private:
  void embed(std::span<const int64_t> tokens);
  void attend_to_past(int64_t layer, const float* input, float* x);
  void attend_to_source(int64_t layer, const float* input, float* x);
  void show_attention(int64_t slot, int64_t sentence, const float* weights);

  std::shared_ptr<const InferenceModel> model_;
  const InferenceSide& side_;
  int64_t width_;
  std::optional<int64_t> attention_layer_;
  std::vector<DecoderMemory> memories_;  // of each layer
  int64_t most_pieces_ = 0;              // of a sentence
  std::vector<int64_t> sentences_;       // where in the memories those of the batch stand
  DecoderHistory history_;
  std::vector<int64_t> slots_;  // of the hypotheses of the newest step
  std::vector<float> attention_;
  float* states_ = nullptr;
  Buffer x_, normed_, projected_, attended_, inner_;
};

}  // namespace tfm
