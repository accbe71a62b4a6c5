#include "kernels/attention_kernel.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "kernels/attention_rows.h"
#include "kernels/lanes.h"
#include "kernels/small_products.h"

namespace tfm {
namespace {

constexpr int64_t kQueryBlock = 32;  // queries whose scores are looked at together: they stay near the processor

// Some neighbouring queries, and the keys that at least one of them sees. The first key is a multiple of kLanes.
struct QueryBlock {
  int64_t first, end;
  int64_t first_key, end_key;

  int64_t size() const { return end - first; }
  int64_t keys() const { return end_key - first_key; }
  int64_t columns() const { return round_up_to_lanes(keys()); }
};

VisibleKeys visible_keys(const HeadOptions& options, int64_t query) {
  VisibleKeys visible{0, options.keys};
  if (options.causal) visible.end = std::min(visible.end, query + 1);
  if (options.window > 0) {
    visible.first = std::max<int64_t>(0, query - options.window);
    visible.end = std::min(visible.end, query + options.window + 1);
  }
  return visible;
}

QueryBlock block_from(const HeadOptions& options, int64_t first) {
  const int64_t end = std::min(first + kQueryBlock, options.queries);
  const int64_t first_key = visible_keys(options, first).first / kLanes * kLanes;
  return {first, end, first_key, visible_keys(options, end - 1).end};
}

// Those of a query, counted from the block's first key.
VisibleKeys visible_in(const QueryBlock& block, const HeadOptions& options, int64_t query) {
  const auto visible = visible_keys(options, query);
  return {visible.first - block.first_key, visible.end - block.first_key};
}

template <typename T>
RowsOf<T> rows_from(const RowsOf<T>& rows, int64_t first) {
  return {rows.data + first * rows.stride, rows.stride};
}

// A head's rows in float32, each matrix laid as the products want it.
template <typename T>
class HeadInFloat {
 public:
  HeadInFloat(const HeadOptions& options, const HeadRows<T>& rows, AttentionScratch& scratch)
      : options_(options),
        rows_(rows),
        width_(round_up_to_lanes(options.head_dim)),
        padded_keys_(round_up_to_lanes(options.keys)),
        scale_(1.0F / std::sqrt(static_cast<float>(options.head_dim))),
        keys_(scratch.take(options.keys * width_)),
        keys_transposed_(scratch.take(width_ * padded_keys_)),
        values_(scratch.take(options.keys * width_)),
        queries_(scratch.take(kQueryBlock * width_)),
        factors_(scratch.take(padded_keys_ + 2 * kDropoutBlock)) {
    copy_rows(rows.key, options.keys, options.head_dim, 1.0F, keys_);
    transpose(keys_, options.keys, options.head_dim, keys_transposed_);
    copy_rows(rows.value, options.keys, options.head_dim, 1.0F, values_);
  }

  // Q K^T / sqrt(K) of a block: [its queries, its columns]
  void scores(const QueryBlock& block, float* scores) {
    copy_rows(rows_from(rows_.query, block.first), block.size(), options_.head_dim, scale_, queries_);
    set_to_product({.a = {queries_, width_},
                    .b = keys_transposed_ + block.first_key,
                    .b_row = padded_keys_,
                    .c = scores,
                    .c_row = block.columns(),
                    .rows = block.size(),
                    .inner = options_.head_dim,
                    .columns = block.columns()});
  }

  // Drops what `row`, of one query, has for the keys that it sees.
  void drop(float* row, const VisibleKeys& visible, int64_t first_key, int64_t query) {
    const uint64_t number = options_.first_number + static_cast<uint64_t>(query) * options_.numbers_of_query +
                            static_cast<uint64_t>(first_key + visible.first);
    drop_row(row, visible, dropout_factors_of(options_.dropout, number, visible.end - visible.first, factors_));
  }
  bool drops() const { return options_.dropout.threshold > 0; }

  int64_t width() const { return width_; }
  int64_t padded_keys() const { return padded_keys_; }
  float scale() const { return scale_; }
  const float* keys() const { return keys_; }
  const float* values() const { return values_; }
  const float* queries() const { return queries_; }  // of the block whose scores were asked for last, scaled

 private:
  const HeadOptions& options_;
  const HeadRows<T>& rows_;
  int64_t width_, padded_keys_;
  float scale_;
  float *keys_, *keys_transposed_, *values_, *queries_, *factors_;
};

}  // namespace

float* AttentionScratch::take(int64_t floats) {
  if (used_ == blocks_.size()) blocks_.emplace_back();
  auto& block = blocks_[used_++];
  if (std::ssize(block) < floats + kLanes) block.resize(static_cast<std::size_t>(floats + kLanes));
  void* begin = block.data();
  std::size_t room = block.size() * sizeof(float);
  return static_cast<float*>(std::align(sizeof(Lanes), static_cast<std::size_t>(floats) * sizeof(float), begin, room));
}

template <typename T>
void attend_forward(const HeadOptions& options, const HeadRows<T>& rows, const RowsOf<T>& output,
                    AttentionScratch& scratch) {
  scratch.begin();
  HeadInFloat<T> head(options, rows, scratch);
  float* weights = scratch.take(kQueryBlock * head.padded_keys());
  float* attended = scratch.take(kQueryBlock * head.width());
  for (int64_t first = 0; first < options.queries; first += kQueryBlock) {
    const auto block = block_from(options, first);
    head.scores(block, weights);
    for (int64_t query = block.first; query < block.end; ++query) {
      float* row = weights + (query - block.first) * block.columns();
      const auto visible = visible_in(block, options, query);
      rows.log_sums.data[query * rows.log_sums.stride] = softmax_row(row, block.columns(), visible);
      if (head.drops()) head.drop(row, visible, block.first_key, query);
    }
    set_to_product({.a = {weights, block.columns()},
                    .b = head.values() + block.first_key * head.width(),
                    .b_row = head.width(),
                    .c = attended,
                    .c_row = head.width(),
                    .rows = block.size(),
                    .inner = block.keys(),
                    .columns = head.width()});
    store_rows(attended, block.size(), options.head_dim, 1.0F, rows_from(output, block.first));
  }
}

// With weights P, what dropout leaves of them P', and the output's gradient dO: dV = P'^T dO, dP' = dO V^T,
// dS = the softmax's gradient over dP, dQ = dS K / sqrt(K), dK = dS^T Q / sqrt(K).
template <typename T>
void attend_backward(const HeadOptions& options, const HeadRows<T>& rows, const RowsOf<const T>& output_gradient,
                     const RowsOf<T>& query_gradient, float* key_gradient, float* value_gradient,
                     AttentionScratch& scratch) {
  scratch.begin();
  HeadInFloat<T> head(options, rows, scratch);
  const int64_t width = head.width();
  float* values_transposed = scratch.take(width * head.padded_keys());
  transpose(head.values(), options.keys, options.head_dim, values_transposed);
  float* weights = scratch.take(kQueryBlock * head.padded_keys());
  float* gradients = scratch.take(kQueryBlock * head.padded_keys());
  float* output_rows = scratch.take(kQueryBlock * width);
  float* query_rows = scratch.take(kQueryBlock * width);
  float* dropped = head.drops() ? scratch.take(kQueryBlock * head.padded_keys()) : weights;
  for (int64_t first = 0; first < options.queries; first += kQueryBlock) {
    const auto block = block_from(options, first);
    const int64_t columns = block.columns();
    head.scores(block, weights);
    copy_rows(rows_from(output_gradient, block.first), block.size(), options.head_dim, 1.0F, output_rows);
    set_to_product({.a = {output_rows, width},
                    .b = values_transposed + block.first_key,
                    .b_row = head.padded_keys(),
                    .c = gradients,
                    .c_row = columns,
                    .rows = block.size(),
                    .inner = options.head_dim,
                    .columns = columns});
    for (int64_t query = block.first; query < block.end; ++query) {
      const int64_t row = (query - block.first) * columns;
      const auto visible = visible_in(block, options, query);
      weights_row(weights + row, columns, visible, rows.log_sums.data[query * rows.log_sums.stride]);
      if (head.drops()) {
        std::copy_n(weights + row, columns, dropped + row);
        head.drop(dropped + row, visible, block.first_key, query);
        head.drop(gradients + row, visible, block.first_key, query);
      }
      softmax_gradient_row(weights + row, gradients + row, columns);
    }
    const int64_t first_key = block.first_key * width;
    const auto add_to_keys = [&](const float* of_pairs, const float* of_queries, float* of_keys) {
      add_product({.a = {of_pairs, 1, columns},
                   .b = of_queries,
                   .b_row = width,
                   .c = of_keys + first_key,
                   .c_row = width,
                   .rows = block.keys(),
                   .inner = block.size(),
                   .columns = width});
    };
    add_to_keys(dropped, output_rows, value_gradient);
    add_to_keys(gradients, head.queries(), key_gradient);
    set_to_product({.a = {gradients, columns},
                    .b = head.keys() + first_key,
                    .b_row = width,
                    .c = query_rows,
                    .c_row = width,
                    .rows = block.size(),
                    .inner = block.keys(),
                    .columns = width});
    store_rows(query_rows, block.size(), options.head_dim, head.scale(), rows_from(query_gradient, block.first));
  }
}

template void attend_forward(const HeadOptions&, const HeadRows<float>&, const RowsOf<float>&, AttentionScratch&);
template void attend_forward(const HeadOptions&, const HeadRows<Bfloat16>&, const RowsOf<Bfloat16>&, AttentionScratch&);
template void attend_backward(const HeadOptions&, const HeadRows<float>&, const RowsOf<const float>&,
                              const RowsOf<float>&, float*, float*, AttentionScratch&);
template void attend_backward(const HeadOptions&, const HeadRows<Bfloat16>&, const RowsOf<const Bfloat16>&,
                              const RowsOf<Bfloat16>&, float*, float*, AttentionScratch&);

}  // namespace tfm
