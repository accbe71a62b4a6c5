#include "inference/feed_forward_map.h"

#include "kernels/activation_rows.h"

namespace tfm {
namespace {

LinearMap inner_map(const FeedForward& layer, WeightType type) {
  return layer->gate ? LinearMap({layer->gate, layer->inner}, type) : LinearMap({layer->inner}, type);
}

}  // namespace

FeedForwardMap::FeedForwardMap(const FeedForward& layer, Activation activation, WeightType type)
    : inner_(inner_map(layer, type)), outer_({layer->outer}, type), activation_(activation) {}

void FeedForwardMap::add_to(float* x, const float* input, int64_t rows, Buffer& scratch) const {
  const int64_t width = inner_.outputs();
  float* inner = scratch.take(rows * width);
  inner_(input, rows, inner, {.relu = activation_ == Activation::kRelu});
  if (activation_ == Activation::kGelu) gelu(inner, rows * width);
  if (activation_ == Activation::kSwiglu) swiglu(inner, rows, width / 2);
  outer_(inner, rows, width, x, {.add = true});
}

}  // namespace tfm
