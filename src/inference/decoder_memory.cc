#include "inference/decoder_memory.h"

#include <algorithm>
#include <cmath>

#include "core/loop_threads.h"
#include "core/numbers.h"
#include "kernels/attention_rows.h"
#include "kernels/lanes.h"
#include "kernels/past_attention.h"
#include "kernels/small_products.h"

namespace tfm {

DecoderMemory::DecoderMemory(const InferenceDecoderLayer& layer, const LayerShape& shape,
                             const EncodedSentences& encoded)
    : heads_(shape.num_heads),
      kv_heads_(shape.kv_heads),
      head_dim_(shape.head_dim()),
      starts_(encoded.starts),
      key_starts_{0},
      additive_(layer.cross_scores.parameters()) {
  const int64_t rows = starts_.back(), width = kv_heads_ * head_dim_;
  const auto projected = numbers<float>(rows * 2 * width);
  layer.cross_key_value(encoded.states.get(), rows, projected.get());
  values_ = numbers<float>(rows * width + kLanes);
  for (int64_t row = 0; row < rows; ++row) {
    std::copy_n(projected.get() + (2 * row + 1) * width, width, values_.get() + row * width);
  }
  std::fill_n(values_.get() + rows * width, kLanes, 0.0F);
  lay_out_keys(projected.get());
}

// projected: keys and values side by side
void DecoderMemory::lay_out_keys(const float* projected) {
  const int64_t width = kv_heads_ * head_dim_, sentences = std::ssize(starts_) - 1;
  if (additive_.weight != nullptr) {
    keys_ = numbers<float>(starts_.back() * width);
    for (int64_t row = 0; row < starts_.back(); ++row) {
      std::copy_n(projected + 2 * row * width, width, keys_.get() + row * width);
    }
    return;
  }
  for (int64_t i = 0; i < sentences; ++i) {
    key_starts_.push_back(key_starts_.back() + round_up_to_lanes(pieces(i)) * width);
  }
  keys_ = numbers<float>(key_starts_.back());
  const float scale = 1.0F / std::sqrt(static_cast<float>(head_dim_));
  parallel_loop(0, sentences, /*grain=*/8, [&](int64_t first, int64_t end) {
    for (int64_t i = first; i < end; ++i) {
      const int64_t begin = starts_[static_cast<std::size_t>(i)], columns = round_up_to_lanes(pieces(i));
      float* of_sentence = keys_.get() + key_starts_[static_cast<std::size_t>(i)];
      for (int64_t piece = 0; piece < columns; ++piece) {
        const bool is_real = piece < pieces(i);
        const float* row = projected + (begin + piece) * 2 * width;
        for (int64_t c = 0; c < width; ++c) of_sentence[c * columns + piece] = is_real ? scale * row[c] : 0.0F;
      }
    }
  });
}

int64_t DecoderMemory::pieces(int64_t sentence) const {
  const auto i = static_cast<std::size_t>(sentence);
  return starts_[i + 1] - starts_[i];
}

void DecoderMemory::attend(int64_t sentence, const float* queries, int64_t rows, float* to, Scratch& scratch,
                           float* weights) const {
  if (additive_.weight != nullptr) return attend_additively(sentence, queries, rows, to, weights);
  const int64_t count = pieces(sentence), columns = round_up_to_lanes(count), padded_dim = round_up_to_lanes(head_dim_);
  const int64_t width = heads_ * head_dim_, kv_width = kv_heads_ * head_dim_, group = heads_ / kv_heads_;
  const auto size = [](int64_t numbers) { return static_cast<std::size_t>(numbers); };
  float *scores = scratch.weights.take(rows * columns), *attended = scratch.attended.take(rows * padded_dim);
  const float* keys = keys_.get() + key_starts_[size(sentence)];
  const float* values = values_.get() + starts_[size(sentence)] * kv_width;
  for (int64_t head = 0; head < heads_; ++head) {
    const int64_t column = head / group * head_dim_;
    set_to_product({.a = {queries + head * head_dim_, width},
                    .b = keys + column * columns,
                    .b_row = columns,
                    .c = scores,
                    .c_row = columns,
                    .rows = rows,
                    .inner = head_dim_,
                    .columns = columns});
    for (int64_t row = 0; row < rows; ++row) {
      float* of_row = scores + row * columns;
      softmax_row(of_row, columns, {0, count});
      if (weights != nullptr) std::copy_n(of_row, count, weights + (row * heads_ + head) * count);
    }
    set_to_product({.a = {scores, columns},
                    .b = values + column,
                    .b_row = kv_width,
                    .c = attended,
                    .c_row = padded_dim,
                    .rows = rows,
                    .inner = count,
                    .columns = padded_dim});
    for (int64_t row = 0; row < rows; ++row) {
      std::copy_n(attended + row * padded_dim, head_dim_, to + row * width + head * head_dim_);
    }
  }
}

void DecoderMemory::attend_additively(int64_t sentence, const float* queries, int64_t rows, float* to,
                                      float* weights) const {
  const int64_t count = pieces(sentence), width = heads_ * head_dim_, kv_width = kv_heads_ * head_dim_;
  std::vector<const float*> keys, values;
  for (int64_t i = 0; i < count; ++i) {
    const int64_t row = starts_[static_cast<std::size_t>(sentence)] + i;
    keys.push_back(keys_.get() + row * kv_width);
    values.push_back(values_.get() + row * kv_width);
  }
  std::vector<float> scores(static_cast<std::size_t>(round_up_to_lanes(count)));
  for (int64_t row = 0; row < rows; ++row) {
    attend_to_past({heads_, kv_heads_, head_dim_, additive_}, queries + row * width, {keys, values}, scores.data(),
                   to + row * width, weights == nullptr ? nullptr : weights + row * heads_ * count);
  }
}

}  // namespace tfm
