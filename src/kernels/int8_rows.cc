#include "kernels/int8_rows.h"

#include <algorithm>
#include <cmath>

#include "kernels/int8_block.h"
#include "kernels/lanes.h"

namespace tfm {
namespace {

using ByteLanes = uint8_t __attribute__((vector_size(kLanes)));

TFM_INLINE float largest_magnitude(const float* from, int64_t count) {
  Lanes most{};
  const int64_t whole = count / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) {
    const Lanes x = load(from + i);
    most = larger(most, larger(x, -x));
  }
  float largest = largest_of(most);
  for (int64_t i = whole; i < count; ++i) largest = std::max(largest, std::abs(from[i]));
  return largest;
}

}  // namespace

TFM_CLONES float round_row(const float* from, int64_t count, int64_t padded, uint8_t* to) {
  constexpr float kRound = 12582912.0F;  // 1.5 * 2^23: adding it rounds to an integer, which the low bits then hold
  const float largest = largest_magnitude(from, count), scale = largest > 0.0F ? largest / 127.0F : 1.0F;
  const float inverse = 1.0F / scale, shift = kRound + static_cast<float>(kInt8Offset);
  const int64_t whole = count / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) {
    const Lanes shifted = load(from + i) * inverse + shift;
    const auto bytes = __builtin_convertvector(reinterpret_cast<BitLanes>(shifted) & 0xFF, ByteLanes);
    std::memcpy(to + i, &bytes, sizeof bytes);
  }
  for (int64_t i = whole; i < count; ++i) {
    const float shifted = from[i] * inverse + shift;
    uint32_t bits;
    std::memcpy(&bits, &shifted, sizeof bits);
    to[i] = static_cast<uint8_t>(bits & 0xFF);
  }
  std::fill(to + count, to + padded, static_cast<uint8_t>(kInt8Offset));
  return scale;
}

TFM_CLONES void write_rows(const Int8Sums& of) {
  for (int64_t row = 0; row < of.rows; ++row) {
    const int32_t* sums = of.sums + row * kInt8PanelColumns;
    float* to = of.to + row * of.to_row;
    int64_t c = 0;
    for (; c + kLanes <= of.columns; c += kLanes) {
      IntLanes sum, offset;
      std::memcpy(&sum, sums + c, sizeof sum);
      std::memcpy(&offset, of.offsets + c, sizeof offset);
      const Lanes scales = load(of.column_scales + c) * of.row_scales[row];
      finish(__builtin_convertvector(sum - offset, Lanes) * scales, of.steps.from(c), to + c);
    }
    for (; c < of.columns; ++c) {
      const float scale = of.column_scales[c] * of.row_scales[row];
      finish(static_cast<float>(sums[c] - of.offsets[c]) * scale, of.steps.from(c), to + c);
    }
  }
}

}  // namespace tfm
