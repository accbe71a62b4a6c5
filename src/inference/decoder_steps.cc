#include "inference/decoder_steps.h"

#include <algorithm>
#include <numeric>

#include "core/loop_threads.h"
#include "kernels/lanes.h"
#include "kernels/past_attention.h"

namespace tfm {
namespace {

constexpr int64_t kRowsOfTask = 16;  // hypotheses whose attention is worth a thread

std::vector<DecoderMemory> memories_of(const InferenceModel& model, const EncodedSentences& encoded) {
  std::vector<DecoderMemory> memories;
  for (const auto& layer : model.decoder_layers) memories.emplace_back(layer, model.target.shape, encoded);
  return memories;
}

int64_t kv_width(const InferenceSide& side) { return side.shape.kv_heads * side.shape.head_dim(); }

}  // namespace

DecoderSteps::DecoderSteps(std::shared_ptr<const InferenceModel> model, const EncodedSentences& encoded, int64_t width,
                           std::optional<int64_t> attention_layer)
    : model_(std::move(model)),
      side_(model_->target),
      width_(width),
      attention_layer_(attention_layer),
      memories_(memories_of(*model_, encoded)),
      sentences_(encoded.starts.size() - 1),
      history_(std::ssize(model_->decoder_layers), kv_width(side_), std::ssize(sentences_) * width) {
  std::iota(sentences_.begin(), sentences_.end(), 0);
  for (const int64_t i : sentences_) most_pieces_ = std::max(most_pieces_, memories_.front().pieces(i));
}

void DecoderSteps::step(std::span<const int64_t> tokens, std::span<const int64_t> slots) {
  slots_.assign(slots.begin(), slots.end());
  history_.append(slots);
  embed(tokens);
  const int64_t rows = std::ssize(slots_);
  float* normed = normed_.take(rows * side_.shape.d_model);
  for (std::size_t i = 0; i < model_->decoder_layers.size(); ++i) {
    const auto& layer = model_->decoder_layers[i];
    const auto number = static_cast<int64_t>(i);
    add_sublayer(model_->placement, layer.attention_norm, states_, rows, normed,
                 [&](const float* input, float* x) { attend_to_past(number, input, x); });
    add_sublayer(model_->placement, layer.cross_attention_norm, states_, rows, normed,
                 [&](const float* input, float* x) { attend_to_source(number, input, x); });
    add_sublayer(model_->placement, layer.feed_forward_norm, states_, rows, normed,
                 [&](const float* input, float* x) { layer.feed_forward.add_to(x, input, rows, inner_); });
  }
  if (side_.norm) (*side_.norm)(states_, rows, states_);
}

void DecoderSteps::embed(std::span<const int64_t> tokens) {
  states_ = x_.take(std::ssize(tokens) * side_.shape.d_model);
  const std::vector<int64_t> places(tokens.size(), history_.places() - 1);
  side_.embed(tokens.data(), places.data(), std::ssize(tokens), states_);
}

void DecoderSteps::attend_to_past(int64_t layer, const float* input, float* x) {
  const auto& maps = model_->decoder_layers[static_cast<std::size_t>(layer)];
  const auto& shape = side_.shape;
  const int64_t rows = std::ssize(slots_), columns = maps.query_key_value.outputs(), width = kv_width(side_);
  float* projected = projected_.take(rows * columns);
  maps.query_key_value(input, rows, projected);
  float *keys = history_.keys(layer), *values = history_.values(layer);
  for (int64_t row = 0; row < rows; ++row) {
    float* of_row = projected + row * columns;
    if (side_.rotary) side_.rotary->turn(of_row, shape.num_heads + shape.kv_heads, history_.places() - 1);
    std::copy_n(of_row + shape.d_model, width, keys + row * width);
    std::copy_n(of_row + shape.d_model + width, width, values + row * width);
  }
  float* attended = attended_.take(rows * shape.d_model);
  const int64_t count = shape.window > 0 ? std::min(history_.places(), shape.window + 1) : history_.places();
  const PastHeads heads{shape.num_heads, shape.kv_heads, shape.head_dim(), maps.attention_scores.parameters()};
  parallel_loop(0, rows, kRowsOfTask, [&](int64_t first, int64_t end) {
    std::vector<const float*> all_keys(static_cast<std::size_t>(count)), all_values(all_keys.size());
    std::vector<float> scores(static_cast<std::size_t>(round_up_to_lanes(count)));
    for (int64_t row = first; row < end; ++row) {
      history_.find(slots_[static_cast<std::size_t>(row)], layer, count, all_keys.data(), all_values.data());
      tfm::attend_to_past(heads, projected + row * columns, {all_keys, all_values}, scores.data(),
                          attended + row * shape.d_model);
    }
  });
  maps.attention_output(attended, rows, x, {.add = true});
}

void DecoderSteps::attend_to_source(int64_t layer, const float* input, float* x) {
  const auto& maps = model_->decoder_layers[static_cast<std::size_t>(layer)];
  const auto& memory = memories_[static_cast<std::size_t>(layer)];
  const int64_t rows = std::ssize(slots_), width = side_.shape.d_model;
  const bool shows = attention_layer_ == layer;
  if (shows) {
    const auto heads = std::ssize(sentences_) * width_ * side_.shape.num_heads;
    attention_.assign(static_cast<std::size_t>(heads * most_pieces_), 0.0F);
  }
  float* queries = projected_.take(rows * width);
  maps.cross_query(input, rows, queries);
  float* attended = attended_.take(rows * width);
  parallel_loop(0, std::ssize(sentences_), kRowsOfTask, [&](int64_t first, int64_t end) {
    DecoderMemory::Scratch scratch;
    std::vector<float> weights;
    auto row = std::ranges::lower_bound(slots_, first * width_) - slots_.begin();
    for (int64_t i = first; i < end; ++i) {
      const auto next = std::ranges::lower_bound(slots_, (i + 1) * width_) - slots_.begin();
      const int64_t sentence = sentences_[static_cast<std::size_t>(i)], of_head = memory.pieces(sentence);
      if (shows) weights.resize(static_cast<std::size_t>((next - row) * side_.shape.num_heads * of_head));
      memory.attend(sentence, queries + row * width, next - row, attended + row * width, scratch,
                    shows ? weights.data() : nullptr);
      for (auto r = row; shows && r < next; ++r) {
        show_attention(slots_[static_cast<std::size_t>(r)], sentence,
                       weights.data() + (r - row) * side_.shape.num_heads * of_head);
      }
      row = next;
    }
  });
  maps.cross_output(attended, rows, x, {.add = true});
}

// weights: [H, pieces]
void DecoderSteps::show_attention(int64_t slot, int64_t sentence, const float* weights) {
  const int64_t pieces = memories_.front().pieces(sentence);
  float* to = attention_.data() + slot * side_.shape.num_heads * most_pieces_;
  for (int64_t head = 0; head < side_.shape.num_heads; ++head) {
    std::copy_n(weights + head * pieces, pieces, to + head * most_pieces_);
  }
}

void DecoderSteps::select(std::span<const int64_t> slots, std::span<const int64_t> sentences) {
  history_.select(slots);
  if (sentences.empty()) return;
  std::vector<int64_t> staying;
  for (const int64_t sentence : sentences) staying.push_back(sentences_[static_cast<std::size_t>(sentence)]);
  sentences_ = std::move(staying);
}

}  // namespace tfm
