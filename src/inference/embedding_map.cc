#include "inference/embedding_map.h"

#include <c10/util/Exception.h>

namespace tfm {

void EmbeddingMap::look_up(int64_t piece, float scale, float* to) const {
  const auto* table = std::get_if<at::Tensor>(&weights_);
  const auto* columns = std::get_if<PackedMatrix>(&weights_);
  const int64_t pieces = table != nullptr ? table->size(0) : columns->columns();
  TORCH_CHECK(piece >= 0 && piece < pieces, "no piece ", piece, " of ", pieces);
  if (columns != nullptr) return columns->copy_column(piece, scale, to);
  const float* row = table->const_data_ptr<float>() + piece * table->size(1);
  for (int64_t i = 0; i < table->size(1); ++i) to[i] = scale * row[i];
}

}  // namespace tfm
