// Pieces of several sentences in one tensor.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>

#include "model/dropout.h"

namespace tfm {

using at::Tensor;

// How the sentences of a tensor [B, L, ...] stand in it: one in each row with padding behind it or, packed, all of them
// in a single row (B = 1), one behind the other and nothing between them.
struct SentenceLayout {
  Tensor real{};  // bool [B, L], true = a real piece; undefined where nothing is padding
  // Packed alone: int64 [sentences + 1] on the CPU; sentence i stands at starts[i] .. starts[i + 1] - 1.
  Tensor starts{};
  Tensor positions{};   // packed alone: int64 [L], the place of each piece in its sentence
  int64_t longest = 0;  // packed alone: the number of positions that there are, L before the padding went

  bool is_packed() const { return starts.defined(); }
};

struct Tokens {
  Tokens(Tensor pieces, Tensor real = {}) : ids(std::move(pieces)), layout{.real = std::move(real)} {}

  Tensor ids;  // int64 [B, L]
  SentenceLayout layout;
  BatchPart part{};  // where they stand in a batch that is computed in parts
};

// The same sentences without their padding. `filler` more places, a sentence of its own that nobody looks at, stand at
// the end: some libraries multiply matrices faster where the number of rows is one that they have seen before.
Tokens packed(const Tokens& padded, int64_t filler = 0);

}  // namespace tfm
