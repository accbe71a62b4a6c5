// Sums and means of floating-point numbers, added up in NumPy's order: the last digits decide ties.
#pragma once

#include <cstddef>
#include <span>

namespace tfm::significance {

// numpy.add.reduce of a contiguous array: pairwise, with eight partial sums in blocks of up to 128.
template <typename Real>
Real numpy_sum(std::span<const Real> values) {
  constexpr std::size_t kUnrolled = 8, kBlock = 128;
  if (values.size() < kUnrolled) {
    Real sum = 0;
    for (const Real value : values) sum += value;
    return sum;
  }
  if (values.size() > kBlock) {
    std::size_t half = values.size() / 2;
    half -= half % kUnrolled;
    return numpy_sum(values.first(half)) + numpy_sum(values.subspan(half));
  }
  Real parts[kUnrolled];
  for (std::size_t i = 0; i < kUnrolled; ++i) parts[i] = values[i];
  std::size_t next = kUnrolled;
  for (; next + kUnrolled <= values.size(); next += kUnrolled) {
    for (std::size_t i = 0; i < kUnrolled; ++i) parts[i] += values[next + i];
  }
  Real sum = ((parts[0] + parts[1]) + (parts[2] + parts[3])) + ((parts[4] + parts[5]) + (parts[6] + parts[7]));
  for (; next < values.size(); ++next) sum += values[next];
  return sum;
}

template <typename Real>
Real numpy_mean(std::span<const Real> values) {
  return numpy_sum(values) / static_cast<Real>(values.size());
}

}  // namespace tfm::significance
