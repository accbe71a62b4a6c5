// Eight float32 side by side: what kernels compute with, whatever the tensors' type is. They fill one register of AVX2
// and newer sets: a wider type would live in memory on processors without AVX-512.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "kernels/bfloat16.h"
#include "kernels/instruction_sets.h"

// Lanes are passed between inlined functions only: how a call would pass them doesn't matter.
#pragma GCC diagnostic ignored "-Wpsabi"

namespace tfm {

inline constexpr int64_t kLanes = 8;
using Lanes = float __attribute__((vector_size(32)));
using IntLanes = int32_t __attribute__((vector_size(32)));
using BitLanes = uint32_t __attribute__((vector_size(32)));
using HalfBitLanes = uint16_t __attribute__((vector_size(16)));

// A register of AVX-512, for code that no other processor runs.
using WideLanes = float __attribute__((vector_size(64)));
using WideBitLanes = uint32_t __attribute__((vector_size(64)));

constexpr int64_t round_up_to_lanes(int64_t count) { return (count + kLanes - 1) / kLanes * kLanes; }

TFM_INLINE Lanes all_lanes(float value) { return Lanes{} + value; }

TFM_INLINE Lanes load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

TFM_INLINE void store(float* to, const Lanes& lanes) { std::memcpy(to, &lanes, sizeof lanes); }

// bfloat16 is the upper half of a float32.
TFM_INLINE Lanes load(const Bfloat16* from) {
  HalfBitLanes halves;
  std::memcpy(&halves, from, sizeof halves);
  return reinterpret_cast<Lanes>(__builtin_convertvector(halves, BitLanes) << 16);
}

// Rounds to nearest, ties to even; NaN stays NaN.
TFM_INLINE void store(Bfloat16* to, const Lanes& lanes) {
  const auto bits = reinterpret_cast<BitLanes>(lanes);
  const BitLanes rounded = (bits + 0x7FFF + ((bits >> 16) & 1)) >> 16;
  const BitLanes chosen = lanes == lanes ? rounded : BitLanes{} + 0x7FC0;
  const auto halves = __builtin_convertvector(chosen, HalfBitLanes);
  std::memcpy(to, &halves, sizeof halves);
}

// The first `count` of eight, the rest being `otherwise`.
template <typename T>
TFM_INLINE Lanes load_some(const T* from, int64_t count, float otherwise = 0.0F) {
  float values[kLanes];
  for (int64_t i = 0; i < kLanes; ++i) values[i] = i < count ? static_cast<float>(from[i]) : otherwise;
  return load(values);
}

template <typename T>
TFM_INLINE void store_some(T* to, const Lanes& lanes, int64_t count) {
  T values[kLanes];
  store(values, lanes);
  std::copy_n(values, count, to);
}

TFM_INLINE Lanes larger(const Lanes& a, const Lanes& b) { return a > b ? a : b; }

TFM_INLINE float sum_of(const Lanes& lanes) {
  float values[kLanes];
  store(values, lanes);
  for (int64_t width = kLanes / 2; width > 0; width /= 2) {
    for (int64_t i = 0; i < width; ++i) values[i] += values[i + width];
  }
  return values[0];
}

TFM_INLINE float largest_of(const Lanes& lanes) {
  float values[kLanes];
  store(values, lanes);
  return *std::max_element(values, values + kLanes);
}

// e^x to about 2 units in the last place; 0 where it would be less than float32's smallest normal number. As usual,
// x = n ln 2 + r with |r| <= ln 2 / 2, and e^r by the first terms of its series; x <= 88.
TFM_INLINE Lanes exponential(const Lanes& x) {
  constexpr float kLog2E = 1.44269504F, kLn2High = 0.693359375F, kLn2Low = -2.12194440e-4F, kLeast = -87.3F;
  constexpr float kRound = 12582912.0F;  // 1.5 * 2^23: adding it rounds to an integer, which the low bits then hold
  const Lanes shifted = x * kLog2E + kRound;
  const Lanes n = shifted - kRound;
  const Lanes r = x - n * kLn2High - n * kLn2Low;
  Lanes power = r * (1.0F / 5040.0F) + 1.0F / 720.0F;
  power = power * r + 1.0F / 120.0F;
  power = power * r + 1.0F / 24.0F;
  power = power * r + 1.0F / 6.0F;
  power = power * r + 0.5F;
  power = power * r + 1.0F;
  power = power * r + 1.0F;
  // Without a sign: what it comes to beyond the range, which may overflow, isn't used.
  const BitLanes exponent = reinterpret_cast<BitLanes>(shifted) << 23;
  const auto scaled = reinterpret_cast<Lanes>(reinterpret_cast<BitLanes>(power) + exponent);
  return x >= kLeast ? scaled : (x == x ? Lanes{} : x);
}

// The natural logarithm to about 2 units in the last place, of normal numbers above 0. With x = 2^n m and m from
// sqrt(1/2) to sqrt(2), it is n ln 2 + log(m), and the latter a polynomial of m - 1 (Moshier's Cephes library, logf).
TFM_INLINE Lanes logarithm(const Lanes& x) {
  constexpr float kLn2High = 0.693359375F, kLn2Low = -2.12194440e-4F, kSqrtHalf = 0.707106781F;
  const auto bits = reinterpret_cast<BitLanes>(x);
  const auto exponent = reinterpret_cast<IntLanes>(bits >> 23) - 126;
  const auto fraction = reinterpret_cast<Lanes>((bits & 0x007FFFFF) | 0x3F000000);  // 1/2 .. 1
  const IntLanes is_small = fraction < kSqrtHalf;
  const Lanes r = (is_small ? fraction + fraction : fraction) - 1.0F;
  const Lanes n = __builtin_convertvector(exponent + is_small, Lanes);  // true is -1
  const Lanes square = r * r;
  Lanes power = r * 7.0376836292e-2F - 1.1514610310e-1F;
  power = power * r + 1.1676998740e-1F;
  power = power * r - 1.2420140846e-1F;
  power = power * r + 1.4249322787e-1F;
  power = power * r - 1.6668057665e-1F;
  power = power * r + 2.0000714765e-1F;
  power = power * r - 2.4999993993e-1F;
  power = power * r + 3.3333331174e-1F;
  return r + (power * r * square + n * kLn2Low - 0.5F * square) + n * kLn2High;
}

}  // namespace tfm
