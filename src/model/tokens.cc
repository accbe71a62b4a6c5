#include "model/tokens.h"

#include <ATen/ATen.h>

namespace tfm {

namespace {

// `x` and, behind it, zeros: int64 [N] -> [N + filler]
Tensor with_zeros(const Tensor& x, int64_t filler) {
  return filler > 0 ? at::cat({x, at::zeros({filler}, x.options())}) : x;
}

}  // namespace

Tokens packed(const Tokens& padded, int64_t filler) {
  const auto real = padded.layout.real.defined() ? padded.layout.real : at::ones_like(padded.ids, at::kBool);
  auto lengths = real.sum(1);  // [B]
  if (filler > 0) lengths = at::cat({lengths, at::full({1}, filler, lengths.options())});
  Tokens tokens(with_zeros(padded.ids.masked_select(real), filler).unsqueeze(0));
  tokens.layout.starts = at::cat({at::zeros({1}, lengths.options()), lengths.cumsum(0)});
  const auto positions = at::arange(real.size(1)).expand_as(real).masked_select(real);
  tokens.layout.positions = with_zeros(positions, filler);
  tokens.layout.longest = real.size(1);
  tokens.part = padded.part;
  const int64_t before = padded.part.first * real.size(1);
  const auto numbers = at::arange(before, before + real.numel()).view_as(real).masked_select(real);
  tokens.part.numbers = with_zeros(numbers, filler);
  return tokens;
}

}  // namespace tfm
