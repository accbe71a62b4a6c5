#include "kernels/element_rows.h"

#include "kernels/lanes.h"

namespace tfm {
namespace {

template <typename T>
TFM_INLINE void add_bias_to(const Matrix<T>& matrix, const T* bias, bool relu) {
  const int64_t whole = matrix.columns / kLanes * kLanes;
  const Lanes zero{};
  for (int64_t r = 0; r < matrix.rows; ++r) {
    T* row = matrix.data + r * matrix.columns;
    for (int64_t c = 0; c < whole; c += kLanes) {
      Lanes x = load(row + c);
      if (bias != nullptr) x += load(bias + c);
      store(row + c, relu ? larger(x, zero) : x);
    }
    if (const int64_t rest = matrix.columns - whole; rest > 0) {
      Lanes x = load_some(row + whole, rest);
      if (bias != nullptr) x += load_some(bias + whole, rest);
      store_some(row + whole, relu ? larger(x, zero) : x, rest);
    }
  }
}

template <typename T>
TFM_INLINE Lanes masked_lanes(const ReluGradient<T>& of, int64_t place) {
  const Lanes gradient = load(of.gradient + place);
  if (of.output == nullptr) return gradient;
  const Lanes masked = load(of.output + place) > Lanes{} ? gradient : Lanes{};
  store(of.masked + place, masked);
  return masked;
}

template <typename T, int Vectors>
TFM_INLINE void mask_and_sum(const ReluGradient<T>& of, int64_t rows, int64_t columns, int64_t first) {
  Lanes sums[Vectors] = {};
  for (int64_t r = 0; r < rows; ++r) {
    for (int v = 0; v < Vectors; ++v) sums[v] += masked_lanes(of, r * columns + first + v * kLanes);
  }
  if (of.sums == nullptr) return;
  for (int v = 0; v < Vectors; ++v) store(of.sums + first + v * kLanes, sums[v]);
}

template <typename T>
TFM_INLINE void mask_and_sum_one(const ReluGradient<T>& of, int64_t rows, int64_t columns, int64_t column) {
  float sum = 0.0F;
  for (int64_t r = 0; r < rows; ++r) {
    const int64_t place = r * columns + column;
    T gradient = of.gradient[place];
    if (of.output != nullptr) {
      if (!(static_cast<float>(of.output[place]) > 0.0F)) gradient = T(0.0F);
      of.masked[place] = gradient;
    }
    sum += static_cast<float>(gradient);
  }
  if (of.sums != nullptr) of.sums[column] = static_cast<T>(sum);
}

template <typename T>
TFM_INLINE void relu_gradient_of(const ReluGradient<T>& of, int64_t rows, int64_t columns, int64_t first, int64_t end) {
  constexpr int kVectors = 8;
  int64_t c = first;
  for (; c + kVectors * kLanes <= end; c += kVectors * kLanes) mask_and_sum<T, kVectors>(of, rows, columns, c);
  for (; c + kLanes <= end; c += kLanes) mask_and_sum<T, 1>(of, rows, columns, c);
  for (; c < end; ++c) mask_and_sum_one(of, rows, columns, c);
}

template <typename T>
TFM_INLINE void scale_and_add_to(const T* from, const float* factors, const T* addend, int64_t count, T* to) {
  const int64_t whole = count / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) {
    Lanes x = load(from + i) * load(factors + i);
    if (addend != nullptr) x += load(addend + i);
    store(to + i, x);
  }
  if (const int64_t rest = count - whole; rest > 0) {
    Lanes x = load_some(from + whole, rest) * load_some(factors + whole, rest);
    if (addend != nullptr) x += load_some(addend + whole, rest);
    store_some(to + whole, x, rest);
  }
}

template <typename T>
TFM_INLINE void scaled_sum_of(std::span<const T* const> terms, float factor, bool add, int64_t count, float* to) {
  const int64_t whole = count / kLanes * kLanes;
  for (int64_t i = 0; i < whole; i += kLanes) {
    Lanes sum = load(terms[0] + i);
    for (std::size_t term = 1; term < terms.size(); ++term) sum += load(terms[term] + i);
    sum *= factor;
    store(to + i, add ? sum + load(to + i) : sum);
  }
  for (int64_t i = whole; i < count; ++i) {
    float sum = 0.0F;
    for (const T* term : terms) sum += static_cast<float>(term[i]);
    to[i] = add ? to[i] + factor * sum : factor * sum;
  }
}

}  // namespace

TFM_CLONES void add_bias(const Matrix<float>& matrix, const float* bias, bool relu) { add_bias_to(matrix, bias, relu); }

TFM_CLONES void add_bias(const Matrix<Bfloat16>& matrix, const Bfloat16* bias, bool relu) {
  add_bias_to(matrix, bias, relu);
}

TFM_CLONES void relu_gradient(const ReluGradient<float>& of, int64_t rows, int64_t columns, int64_t first,
                              int64_t end) {
  relu_gradient_of(of, rows, columns, first, end);
}

TFM_CLONES void relu_gradient(const ReluGradient<Bfloat16>& of, int64_t rows, int64_t columns, int64_t first,
                              int64_t end) {
  relu_gradient_of(of, rows, columns, first, end);
}

TFM_CLONES void scale_and_add(const float* from, const float* factors, const float* addend, int64_t count, float* to) {
  scale_and_add_to(from, factors, addend, count, to);
}

TFM_CLONES void scaled_sum(std::span<const float* const> terms, float factor, bool add, int64_t count, float* to) {
  scaled_sum_of(terms, factor, add, count, to);
}

TFM_CLONES void scaled_sum(std::span<const Bfloat16* const> terms, float factor, bool add, int64_t count, float* to) {
  scaled_sum_of(terms, factor, add, count, to);
}

TFM_CLONES void scale_and_add(const Bfloat16* from, const float* factors, const Bfloat16* addend, int64_t count,
                              Bfloat16* to) {
  scale_and_add_to(from, factors, addend, count, to);
}

}  // namespace tfm
