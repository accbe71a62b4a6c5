// Eight float32 side by side: what kernels compute with, whatever the tensors' type is. They fill one register of AVX2
// and newer sets: a wider type would live in memory on processors without AVX-512.
#pragma once

#include <c10/util/BFloat16.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

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
TFM_INLINE Lanes load(const c10::BFloat16* from) {
  HalfBitLanes halves;
  std::memcpy(&halves, from, sizeof halves);
  return reinterpret_cast<Lanes>(__builtin_convertvector(halves, BitLanes) << 16);
}

// Rounds to nearest, ties to even; NaN stays NaN.
TFM_INLINE void store(c10::BFloat16* to, const Lanes& lanes) {
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

}  // namespace tfm
