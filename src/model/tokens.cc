#include "model/tokens.h"

#include <ATen/ATen.h>

namespace tfm {

Tokens packed(const Tokens& padded) {
  const auto real = padded.layout.real.defined() ? padded.layout.real : at::ones_like(padded.ids, at::kBool);
  const auto lengths = real.sum(1);  // [B]
  Tokens tokens(padded.ids.masked_select(real).unsqueeze(0));
  tokens.layout.starts = at::cat({at::zeros({1}, lengths.options()), lengths.cumsum(0)});
  tokens.layout.positions = at::arange(real.size(1)).expand_as(real).masked_select(real);
  tokens.layout.longest = real.size(1);
  tokens.part = padded.part;
  tokens.part.places = tokens.ids.numel();
  tokens.part.numbers = at::arange(real.numel()).view_as(real).masked_select(real) + padded.part.first;
  return tokens;
}

}  // namespace tfm
