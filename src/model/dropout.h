// Dropout (Srivastava et al. 2014) from counters instead of a generator's state: which elements are dropped is a
// function of the key and the place alone, so it doesn't depend on threads, and the backward pass recomputes it.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "config/config.h"
#include "kernels/dropout_factors.h"

namespace tfm {

// The share of elements set to zero, in each place of the model where dropout may stand; in [0, 1).
struct DropoutRates {
  double residual = 0.0;    // of what a sub-layer adds, and of embeddings with their positions (section 5.4)
  double attention = 0.0;   // of attention weights
  double activation = 0.0;  // of what the activation function of a feed-forward layer gives
  double word = 0.0;        // of embeddings as a whole (Gal and Ghahramani 2016)
};
DropoutRates dropout_rates(const ModelConfig& config);

// Some rows (sentences) of a batch that is computed in parts: each element is dropped as it is in the whole batch.
// Where the sentences are packed, each place has the number that it has in the padded batch: the same elements are
// dropped in either layout.
struct BatchPart {
  int64_t first = 0;
  int64_t rows = 1;
  int64_t all_rows = 1;
  at::Tensor numbers{};  // packed alone: int64 [L], each place's row * padded length + position
};

// Goes through one forward pass; each call is a place of its own. The same key gives the same passes. The batch is the
// outermost dimension of every tensor. Elements that stay are scaled by 1 / (1 - rate). float32, float64, bfloat16 or
// float16; the result has the shape of what is given.
class Dropout {
 public:
  // No dropout: for translation and validation.
  Dropout() = default;
  Dropout(const DropoutRates& rates, uint64_t key) : rates_(rates), key_(key) {}

  // What is dropped from here on belongs to this part.
  void enter(const BatchPart& part) { part_ = part; }

  at::Tensor residual(const at::Tensor& x) { return drop(x, rates_.residual); }
  at::Tensor attention(const at::Tensor& weights) { return drop(weights, rates_.attention); }
  at::Tensor activation(const at::Tensor& x) { return drop(x, rates_.activation); }
  // [B, L, D] -> [B, L, D]
  at::Tensor words(const at::Tensor& embedded);

  // x + residual(y)
  at::Tensor add_residual(const at::Tensor& x, const at::Tensor& y);

  // For a kernel that drops attention weights itself: what it draws from, and where the part begins.
  DropoutSite attention_site();
  int64_t first_row() const { return part_.first; }
  bool drops_attention() const { return rates_.attention > 0.0; }

 private:
  at::Tensor drop(const at::Tensor& x, double rate);

  DropoutRates rates_;
  uint64_t key_ = 0;
  BatchPart part_;
  uint32_t place_ = 0;
};

}  // namespace tfm
