#include "inference/position_map.h"

#include <ATen/ATen.h>

namespace tfm {
namespace {

constexpr int64_t kPlacesInTable = 1024;

// In parts, whose sines in double precision need little room.
at::Tensor table_of(int64_t width) {
  constexpr int64_t kPlacesAtATime = 64;
  auto table = at::empty({kPlacesInTable, width}, at::kFloat);
  for (int64_t first = 0; first < kPlacesInTable; first += kPlacesAtATime) {
    table.narrow(0, first, kPlacesAtATime).copy_(sinusoidal_positions(first, kPlacesAtATime, width));
  }
  return table;
}

// What is beyond the table is computed anew: sentences are rarely that long.
template <typename Use>
void use_row(const at::Tensor& table, int64_t position, const Use& use) {
  if (position < table.size(0)) {
    use(table.const_data_ptr<float>() + position * table.size(1));
  } else {
    use(sinusoidal_positions(position, 1, table.size(1)).const_data_ptr<float>());
  }
}

}  // namespace

PositionMap::PositionMap(const PositionalEncoding& positions, Positions kind, int64_t d_model) {
  grows_ = kind == Positions::kSinusoidal;
  if (grows_) table_ = table_of(d_model);
  if (kind == Positions::kLearned) table_ = positions->weight.detach();
}

void PositionMap::add_to(float* x, int64_t position) const {
  if (!table_.defined()) return;
  TORCH_CHECK(grows_ || position < table_.size(0), "no learned position ", position, " of ", table_.size(0));
  use_row(table_, position, [&](const float* row) {
    for (int64_t i = 0; i < table_.size(1); ++i) x[i] += row[i];
  });
}

RotaryMap::RotaryMap(int64_t head_dim) : head_dim_(head_dim), table_(table_of(head_dim)) {}

void RotaryMap::turn(float* heads, int64_t count, int64_t position) const {
  use_row(table_, position, [&](const float* row) {
    for (float* head = heads; head != heads + count * head_dim_; head += head_dim_) {
      for (int64_t i = 0; i < head_dim_; i += 2) {
        const float a = head[i], b = head[i + 1], sine = row[i], cosine = row[i + 1];
        head[i] = a * cosine - b * sine;
        head[i + 1] = b * cosine + a * sine;
      }
    }
  });
}

}  // namespace tfm
