// What the decoder keeps while a translation grows, so that a step costs one position.
#pragma once

#include "model/attention.h"

namespace tfm {

// Of one layer.
class LayerCache {
 public:
  // `memory`: the encoder's keys and values, projected once, [sentences, G, S, K]. `window`: how far back the layer's
  // self-attention sees, 0: to the beginning. With a window w the cache has room for 2 (w + 1) places,
  // or 16 where that is less.
  LayerCache(KeyValue memory, int64_t window) : memory_(std::move(memory)), window_(window) {}

  const KeyValue& memory() const { return memory_; }
  // Adds one position, [rows, G, 1, K], and gives all that it may attend to, itself included.
  KeyValue append(const KeyValue& next);
  // Row i becomes what row rows[i] was; rows: int64 [new rows].
  void select_rows(const Tensor& rows);
  void select_sentences(const Tensor& sentences);
  // Places that there is memory for.
  int64_t capacity() const { return past_.key.defined() ? past_.key.size(2) : 0; }

 private:
  void make_room();

  KeyValue memory_;
  int64_t window_;
  KeyValue past_;      // [rows, G, capacity, K], filled from begin_ to end_
  int64_t begin_ = 0;  // of what can still be seen
  int64_t end_ = 0;
};

}  // namespace tfm
