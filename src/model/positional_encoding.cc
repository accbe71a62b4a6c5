#include "model/positional_encoding.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

namespace tfm {

Tensor sinusoidal_positions(int64_t first, int64_t length, int64_t d_model) {
  const auto positions = at::arange(first, first + length, at::kDouble).unsqueeze(1);  // [L, 1]
  const auto frequencies =
      at::exp(at::arange(0, d_model, 2, at::kDouble) * (-std::log(10000.0) / static_cast<double>(d_model)));
  const auto angles = positions * frequencies;                                         // [L, D/2]
  return at::stack({at::sin(angles), at::cos(angles)}, -1).flatten(1).to(at::kFloat);  // [L, D], interleaved
}

Tensor SinusoidalPositions::operator()(int64_t first, int64_t length, const Tensor& like) {
  constexpr int64_t kSmallestTable = 512;
  const int64_t needed = first + length;
  const bool fits = table_.defined() && table_.size(0) >= needed && table_.options().type_equal(like.options());
  if (!fits) {
    const int64_t known = table_.defined() ? table_.size(0) : 0;
    const int64_t rows = needed <= known ? known : std::max({kSmallestTable, needed, 2 * known});
    // A translation may be what makes the table grow; training reads it afterwards, and its backward pass keeps it.
    const c10::InferenceMode normal_tensor(false);
    table_ = sinusoidal_positions(0, rows, d_model_).to(like.options());
  }
  return table_.narrow(0, first, length);
}

Tensor SinusoidalPositions::at(const Tensor& positions, int64_t end, const Tensor& like) {
  return (*this)(0, end, like).index_select(0, positions);
}

PositionalEncodingImpl::PositionalEncodingImpl(int64_t d_model, const ModelConfig& config)
    : kind_(config.positions), sinusoids_(d_model) {
  if (kind_ == Positions::kLearned) weight = register_parameter("weight", at::zeros({config.max_positions, d_model}));
}

Tensor PositionalEncodingImpl::forward(const Tensor& x, int64_t first) {
  const int64_t length = x.size(-2);
  switch (kind_) {
    case Positions::kSinusoidal:
      return x + sinusoids_(first, length, x);  // [..., L, D] + [L, D]
    case Positions::kLearned:
      TORCH_CHECK(first + length <= weight.size(0), "no learned position ", first + length, " of ", weight.size(0));
      return x + weight.narrow(0, first, length);
    case Positions::kRotary:
    case Positions::kNone:
      break;
  }
  return x;
}

Tensor PositionalEncodingImpl::add_to_sentences(const Tensor& x, const SentenceLayout& layout) {
  if (!layout.is_packed()) return forward(x, 0);
  switch (kind_) {
    case Positions::kSinusoidal:
      return x + sinusoids_.at(layout.positions, layout.longest, x);  // [1, L, D] + [L, D]
    case Positions::kLearned:
      TORCH_CHECK(layout.longest <= weight.size(0), "no learned position ", layout.longest, " of ", weight.size(0));
      return x + weight.index_select(0, layout.positions);
    case Positions::kRotary:
    case Positions::kNone:
      break;
  }
  return x;
}

}  // namespace tfm
