// The embedding of a piece: a row of a table, or a column of the output layer's matrix where that is the same.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <variant>

#include "kernels/packed_matrix.h"

namespace tfm {

class EmbeddingMap {
 public:
  // [V, D]
  explicit EmbeddingMap(at::Tensor table) : weights_(std::move(table)) {}
  // [D, V]; shared, not copied.
  explicit EmbeddingMap(PackedMatrix output) : weights_(std::move(output)) {}

  // to [D] = scale * the embedding. TORCH_CHECK for a piece that there isn't.
  void look_up(int64_t piece, float scale, float* to) const;

 private:
  std::variant<at::Tensor, PackedMatrix> weights_;
};

}  // namespace tfm
