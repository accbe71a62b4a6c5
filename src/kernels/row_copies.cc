#include "kernels/row_copies.h"

#include "kernels/lanes.h"

namespace tfm {
namespace {

template <typename T>
TFM_INLINE void copy_in(const RowsOf<const T>& from, int64_t rows, int64_t columns, float scale, float* to) {
  const int64_t stride = round_up_to_lanes(columns), whole = columns / kLanes * kLanes;
  for (int64_t r = 0; r < rows; ++r) {
    const T* source = from.data + r * from.stride;
    float* target = to + r * stride;
    for (int64_t c = 0; c < whole; c += kLanes) store(target + c, scale * load(source + c));
    if (whole < columns) store(target + whole, scale * load_some(source + whole, columns - whole));
  }
}

template <typename T>
TFM_INLINE void copy_out(const float* from, int64_t rows, int64_t columns, float scale, const RowsOf<T>& to) {
  const int64_t stride = round_up_to_lanes(columns), whole = columns / kLanes * kLanes;
  for (int64_t r = 0; r < rows; ++r) {
    const float* source = from + r * stride;
    T* target = to.data + r * to.stride;
    for (int64_t c = 0; c < whole; c += kLanes) store(target + c, scale * load(source + c));
    if (whole < columns) store_some(target + whole, scale * load(source + whole), columns - whole);
  }
}

// Exchanges, between two rows, the numbers whose places differ in one bit alone.
template <int Step>
TFM_INLINE void exchange(Lanes& a, Lanes& b) {
  Lanes low, high;
  if constexpr (Step == 4) {
    low = __builtin_shufflevector(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
    high = __builtin_shufflevector(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
  } else if constexpr (Step == 2) {
    low = __builtin_shufflevector(a, b, 0, 1, 8, 9, 4, 5, 12, 13);
    high = __builtin_shufflevector(a, b, 2, 3, 10, 11, 6, 7, 14, 15);
  } else {
    low = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
    high = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
  }
  a = low;
  b = high;
}

template <int Step>
TFM_INLINE void exchange_all(Lanes (&rows)[kLanes]) {
  for (int64_t r = 0; r < kLanes; ++r) {
    if ((r & Step) == 0) exchange<Step>(rows[r], rows[r + Step]);
  }
}

// A square of eight by eight: a row's and a column's number change places bit by bit (Eklundh 1972).
TFM_INLINE void transpose_square(const float* from, int64_t from_stride, int64_t rows, float* to, int64_t to_stride) {
  Lanes square[kLanes];
  for (int64_t r = 0; r < kLanes; ++r) square[r] = r < rows ? load(from + r * from_stride) : Lanes{};
  exchange_all<4>(square);
  exchange_all<2>(square);
  exchange_all<1>(square);
  for (int64_t r = 0; r < kLanes; ++r) store(to + r * to_stride, square[r]);
}

}  // namespace

TFM_CLONES void copy_rows(const RowsOf<const float>& from, int64_t rows, int64_t columns, float scale, float* to) {
  copy_in(from, rows, columns, scale, to);
}

TFM_CLONES void copy_rows(const RowsOf<const Bfloat16>& from, int64_t rows, int64_t columns, float scale, float* to) {
  copy_in(from, rows, columns, scale, to);
}

TFM_CLONES void transpose(const float* from, int64_t rows, int64_t columns, float* to) {
  const int64_t from_stride = round_up_to_lanes(columns), to_stride = round_up_to_lanes(rows);
  for (int64_t r = 0; r < rows; r += kLanes) {
    for (int64_t c = 0; c < columns; c += kLanes) {
      transpose_square(from + r * from_stride + c, from_stride, rows - r, to + c * to_stride + r, to_stride);
    }
  }
}

TFM_CLONES void store_rows(const float* from, int64_t rows, int64_t columns, float scale, const RowsOf<float>& to) {
  copy_out(from, rows, columns, scale, to);
}

TFM_CLONES void store_rows(const float* from, int64_t rows, int64_t columns, float scale, const RowsOf<Bfloat16>& to) {
  copy_out(from, rows, columns, scale, to);
}

}  // namespace tfm
