#include "kernels/bfloat16_rows.h"

#include <algorithm>

#include "kernels/bfloat16_block.h"
#include "kernels/lanes.h"

namespace tfm {

TFM_CLONES void round_to_bfloat16(const float* from, int64_t count, uint32_t* to) {
  auto* numbers = reinterpret_cast<Bfloat16*>(to);  // in the order of memory, as on every processor that this runs on
  const int64_t whole = count / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) store(numbers + i, load(from + i));
  for (int64_t i = whole; i < count; ++i) numbers[i] = Bfloat16(from[i]);
  if (count % kBfloat16Group != 0) numbers[count] = Bfloat16(0.0F);
}

TFM_CLONES void write_rows(const Bfloat16Sums& of) {
  for (int64_t row = 0; row < of.rows; ++row) {
    const float* sums = of.sums + row * kBfloat16PanelColumns;
    float* to = of.to + row * of.to_row;
    int64_t c = 0;
    for (; c + kLanes <= of.columns; c += kLanes) finish(load(sums + c), of.steps.from(c), to + c);
    for (; c < of.columns; ++c) finish(sums[c], of.steps.from(c), to + c);
  }
}

}  // namespace tfm
