#include "model/decoder_cache.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace tfm {
namespace {

Tensor with_capacity(const Tensor& filled, int64_t capacity) {
  auto sizes = filled.sizes().vec();
  sizes[2] = capacity;
  auto grown = at::empty(sizes, filled.options());
  grown.narrow(2, 0, filled.size(2)).copy_(filled);
  return grown;
}

}  // namespace

KeyValue LayerCache::append(const KeyValue& next) {
  if (!past_.key.defined()) past_ = {next.key.narrow(2, 0, 0), next.value.narrow(2, 0, 0)};
  if (end_ == capacity()) make_room();
  past_.key.narrow(2, end_, 1).copy_(next.key);
  past_.value.narrow(2, end_, 1).copy_(next.value);
  ++end_;
  if (window_ > 0) begin_ = std::max<int64_t>(0, end_ - window_ - 1);
  return {past_.key.narrow(2, begin_, end_ - begin_), past_.value.narrow(2, begin_, end_ - begin_)};
}

// Moves what can still be seen to the front of twice as many places.
void LayerCache::make_room() {
  constexpr int64_t kFirstCapacity = 16;
  const int64_t length = end_ - begin_, capacity = std::max(kFirstCapacity, 2 * length);
  past_ = {with_capacity(past_.key.narrow(2, begin_, length), capacity),
           with_capacity(past_.value.narrow(2, begin_, length), capacity)};
  begin_ = 0;
  end_ = length;
}

void LayerCache::select_rows(const Tensor& rows) {
  past_ = {past_.key.index_select(0, rows), past_.value.index_select(0, rows)};
}

void LayerCache::select_sentences(const Tensor& sentences) {
  memory_ = {memory_.key.index_select(0, sentences), memory_.value.index_select(0, sentences)};
}

}  // namespace tfm
