#include "inference/source_encoder.h"

#include <algorithm>

#include "core/loop_threads.h"
#include "core/numbers.h"
#include "inference/buffer.h"
#include "kernels/attention_kernel.h"
#include "kernels/lanes.h"
#include "kernels/past_attention.h"

namespace tfm {
namespace {

class EncoderPass {
 public:
  EncoderPass(const InferenceModel& model, EncodedSentences& encoded)
      : model_(model),
        side_(model.source),
        starts_(encoded.starts),
        rows_(encoded.starts.back()),
        x_(encoded.states.get()) {}

  void run(const InferenceEncoderLayer& layer) {
    float* normed = normed_.take(rows_ * side_.shape.d_model);
    add_sublayer(model_.placement, layer.attention_norm, x_, rows_, normed, [&](const float* input, float* x) {
      float* projected = projected_.take(rows_ * layer.query_key_value.outputs());
      layer.query_key_value(input, rows_, projected);
      turn(projected);
      float* attended = attended_.take(rows_ * side_.shape.d_model);
      if (layer.attention_scores.are_used()) {
        attend_additively(layer.attention_scores.parameters(), projected, attended);
      } else {
        attend(projected, attended);
      }
      layer.attention_output(attended, rows_, x, {.add = true});
    });
    add_sublayer(model_.placement, layer.feed_forward_norm, x_, rows_, normed,
                 [&](const float* input, float* x) { layer.feed_forward.add_to(x, input, rows_, inner_); });
  }

 private:
  int64_t sentences() const { return std::ssize(starts_) - 1; }
  int64_t start(int64_t sentence) const { return starts_[static_cast<std::size_t>(sentence)]; }

  // Queries and keys stand side by side.
  void turn(float* projected) const {
    if (!side_.rotary) return;
    for (int64_t sentence = 0; sentence < sentences(); ++sentence) {
      for (int64_t row = start(sentence); row < start(sentence + 1); ++row) {
        side_.rotary->turn(projected + row * 3 * side_.shape.d_model, 2 * side_.shape.num_heads, row - start(sentence));
      }
    }
  }

  // projected: queries, keys and values of all heads side by side
  void attend(const float* projected, float* attended) {
    const int64_t heads = side_.shape.num_heads, width = side_.shape.d_model, head_dim = side_.shape.head_dim();
    float* log_sums = log_sums_.take(rows_ * heads);
    parallel_loop(0, sentences() * heads, /*grain=*/heads, [&](int64_t first, int64_t end) {
      AttentionScratch scratch;
      for (int64_t i = first; i < end; ++i) {
        const int64_t sentence = i / heads, column = i % heads * head_dim, row = start(sentence);
        const float* begin = projected + row * 3 * width + column;
        const HeadRows<float> head{.query = {begin, 3 * width},
                                   .key = {begin + width, 3 * width},
                                   .value = {begin + 2 * width, 3 * width},
                                   .log_sums = {log_sums + row * heads + i % heads, heads}};
        const int64_t length = start(sentence + 1) - row;
        attend_forward<float>({.queries = length, .keys = length, .head_dim = head_dim, .window = side_.shape.window},
                              head, {attended + row * width + column, width}, scratch);
      }
    });
  }

  // As attend(), of a model with additive scores.
  void attend_additively(const AdditiveParameters& scores, const float* projected, float* attended) const {
    const int64_t width = side_.shape.d_model, window = side_.shape.window;
    const PastHeads heads{side_.shape.num_heads, side_.shape.kv_heads, side_.shape.head_dim(), scores};
    parallel_loop(0, sentences(), /*grain=*/1, [&](int64_t first, int64_t end) {
      for (int64_t sentence = first; sentence < end; ++sentence) {
        std::vector<const float*> keys, values;
        for (int64_t row = start(sentence); row < start(sentence + 1); ++row) {
          keys.push_back(projected + row * 3 * width + width);
          values.push_back(keys.back() + width);
        }
        const auto length = std::ssize(keys);
        std::vector<float> room(static_cast<std::size_t>(round_up_to_lanes(length)));
        for (int64_t i = 0; i < length; ++i) {
          const int64_t row = start(sentence) + i;
          const auto begin = static_cast<std::size_t>(window > 0 ? std::max<int64_t>(0, i - window) : 0);
          const auto count = static_cast<std::size_t>(window > 0 ? std::min(length, i + window + 1) : length) - begin;
          attend_to_past(heads, projected + row * 3 * width,
                         {std::span(keys).subspan(begin, count), std::span(values).subspan(begin, count)}, room.data(),
                         attended + row * width);
        }
      }
    });
  }

  const InferenceModel& model_;
  const InferenceSide& side_;
  const std::vector<int64_t>& starts_;
  int64_t rows_;
  float* x_;  // [rows, D]
  Buffer normed_, projected_, attended_, inner_, log_sums_;
};

}  // namespace

EncodedSentences encode(const InferenceModel& model, std::span<const std::vector<int64_t>> sentences) {
  EncodedSentences encoded{.states = {}, .starts = {0}};
  std::vector<int64_t> pieces, positions;
  for (const auto& sentence : sentences) {
    for (std::size_t i = 0; i < sentence.size(); ++i) {
      pieces.push_back(sentence[i]);
      positions.push_back(static_cast<int64_t>(i));
    }
    encoded.starts.push_back(std::ssize(pieces));
  }
  const int64_t rows = std::ssize(pieces);
  encoded.states = numbers<float>(rows * model.source.shape.d_model);
  float* x = encoded.states.get();
  model.source.embed(pieces.data(), positions.data(), rows, x);
  EncoderPass pass(model, encoded);
  for (const auto& layer : model.encoder_layers) pass.run(layer);
  if (model.source.norm) (*model.source.norm)(x, rows, x);
  return encoded;
}

}  // namespace tfm
