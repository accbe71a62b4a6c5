// Where a piece stands, added to its embedding.
#pragma once

#include <torch/nn/module.h>
#include <torch/nn/pimpl.h>

#include "config/config.h"
#include "model/tokens.h"

namespace tfm {

using at::Tensor;

// Section 3.5 of "Attention Is All You Need": PE(pos, 2i) = sin(pos / 10000^(2i/D)), PE(pos, 2i+1) = cos(the same), for
// positions first .. first+length-1. [length, d_model] float32, computed in double; there is no longest position.
Tensor sinusoidal_positions(int64_t first, int64_t length, int64_t d_model);

// A table of them that grows when a longer sequence comes. Not thread-safe, so a model may run in one thread at a time.
class SinusoidalPositions {
 public:
  explicit SinusoidalPositions(int64_t d_model) : d_model_(d_model) {}
  // [length, d_model], of `like`'s type and device.
  Tensor operator()(int64_t first, int64_t length, const Tensor& like);
  // Those of any positions below `end`: int64 [L] -> [L, d_model]
  Tensor at(const Tensor& positions, int64_t end, const Tensor& like);

 private:
  int64_t d_model_;
  Tensor table_;
};

// What the config's `positions` asks for: sinusoids, a learned vector for each of max_positions places (Gehring et al.
// 2017), or nothing (rotary positions are part of the attention).
class PositionalEncodingImpl : public torch::nn::Module {
 public:
  PositionalEncodingImpl(int64_t d_model, const ModelConfig& config);
  // x [..., length, D] at positions first, first + 1, ... -> the same with their encodings added. Callers see to it
  // that a learned table isn't left: first + length <= max_positions.
  Tensor forward(const Tensor& x, int64_t first);
  // The same for sentences that begin at position 0, packed or one in each row.
  Tensor add_to_sentences(const Tensor& x, const SentenceLayout& layout);

  Tensor weight;  // [max_positions, D]; learned positions alone have it

 private:
  Positions kind_;
  SinusoidalPositions sinusoids_;
};
TORCH_MODULE(PositionalEncoding);

}  // namespace tfm
