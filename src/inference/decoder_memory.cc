#include "inference/decoder_memory.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>

#include "kernels/attention_rows.h"
#include "kernels/lanes.h"
#include "kernels/small_products.h"

namespace tfm {

DecoderMemory::DecoderMemory(const InferenceDecoderLayer& layer, const LayerShape& shape,
                             const EncodedSentences& encoded)
    : heads_(shape.num_heads),
      kv_heads_(shape.kv_heads),
      head_dim_(shape.d_model / shape.num_heads),
      starts_(encoded.starts),
      key_starts_{0} {
  const int64_t rows = starts_.back(), width = kv_heads_ * head_dim_, sentences = std::ssize(starts_) - 1;
  for (int64_t i = 0; i < sentences; ++i)
    key_starts_.push_back(key_starts_.back() + round_up_to_lanes(pieces(i)) * width);
  const auto projected = at::empty({rows, 2 * width}, at::kFloat);
  layer.cross_key_value(encoded.states.const_data_ptr<float>(), rows, projected.mutable_data_ptr<float>());
  keys_ = at::empty({key_starts_.back()}, at::kFloat);
  values_ = at::empty({rows * width + kLanes}, at::kFloat);
  const float scale = 1.0F / std::sqrt(static_cast<float>(head_dim_));
  const float* from = projected.const_data_ptr<float>();
  float *keys = keys_.mutable_data_ptr<float>(), *values = values_.mutable_data_ptr<float>();
  at::parallel_for(0, sentences, /*grain_size=*/8, [&](int64_t first, int64_t end) {
    for (int64_t i = first; i < end; ++i) {
      const int64_t begin = starts_[static_cast<std::size_t>(i)], columns = round_up_to_lanes(pieces(i));
      float* of_sentence = keys + key_starts_[static_cast<std::size_t>(i)];
      for (int64_t piece = 0; piece < columns; ++piece) {
        const bool is_real = piece < pieces(i);
        const float* row = from + (begin + piece) * 2 * width;
        for (int64_t c = 0; c < width; ++c) of_sentence[c * columns + piece] = is_real ? scale * row[c] : 0.0F;
        if (is_real) std::copy_n(row + width, width, values + (begin + piece) * width);
      }
    }
  });
  std::fill_n(values + rows * width, kLanes, 0.0F);
}

int64_t DecoderMemory::pieces(int64_t sentence) const {
  const auto i = static_cast<std::size_t>(sentence);
  return starts_[i + 1] - starts_[i];
}

void DecoderMemory::attend(int64_t sentence, const float* queries, int64_t rows, float* to, Scratch& scratch,
                           float* weights) const {
  const int64_t count = pieces(sentence), columns = round_up_to_lanes(count), padded_dim = round_up_to_lanes(head_dim_);
  const int64_t width = heads_ * head_dim_, kv_width = kv_heads_ * head_dim_, group = heads_ / kv_heads_;
  const auto size = [](int64_t numbers) { return static_cast<std::size_t>(numbers); };
  float *scores = scratch.weights.take(rows * columns), *attended = scratch.attended.take(rows * padded_dim);
  const float* keys = keys_.const_data_ptr<float>() + key_starts_[size(sentence)];
  const float* values = values_.const_data_ptr<float>() + starts_[size(sentence)] * kv_width;
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

}  // namespace tfm
