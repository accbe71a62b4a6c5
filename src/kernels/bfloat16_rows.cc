#include "kernels/bfloat16_rows.h"

#include <algorithm>

#include "kernels/bfloat16_block.h"
#include "kernels/lanes.h"

namespace tfm {

TFM_CLONES void round_to_bfloat16(const float* from, int64_t count, uint32_t* to) {
  auto* numbers =
      reinterpret_cast<c10::BFloat16*>(to);  // in the order of memory, as on every processor that this runs on
  const int64_t whole = count / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) store(numbers + i, load(from + i));
  for (int64_t i = whole; i < count; ++i) numbers[i] = from[i];
  if (count % kBfloat16Group != 0) numbers[count] = 0.0F;
}

TFM_CLONES void write_rows(const Bfloat16Sums& of) {
  for (int64_t row = 0; row < of.rows; ++row) {
    const float* sums = of.sums + row * kBfloat16PanelColumns;
    float* to = of.to + row * of.to_row;
    int64_t c = 0;
    for (; c + kLanes <= of.columns; c += kLanes) {
      Lanes sum = load(sums + c);
      if (of.add) sum += load(to + c);
      if (of.bias != nullptr) sum += load(of.bias + c);
      store(to + c, of.relu ? larger(sum, Lanes{}) : sum);
    }
    for (; c < of.columns; ++c) {
      float sum = sums[c];
      if (of.add) sum += to[c];
      if (of.bias != nullptr) sum += of.bias[c];
      to[c] = of.relu ? std::max(sum, 0.0F) : sum;
    }
  }
}

}  // namespace tfm
