#include "kernels/bfloat16_block.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "kernels/instruction_sets.h"
#include "kernels/lanes.h"

#if TFM_HAS_NEWER_CODE
#include <immintrin.h>
#endif

namespace tfm {
namespace {

// Both halves of each element as float32, which has bfloat16's bits above and zeros below.
template <typename Floats, typename Bits, int Rows>
TFM_INLINE void widening_tile(const Bfloat16Tile& tile) {
  constexpr int64_t kNumbers = sizeof(Floats) / sizeof(float);
  for (int64_t first = 0; first < kBfloat16PanelColumns; first += kNumbers) {
    Floats sums[Rows];
    for (int r = 0; r < Rows; ++r) sums[r] = Floats{};
    for (int64_t group = 0; group < tile.groups; ++group) {
      Bits columns;
      std::memcpy(&columns, tile.b + group * kBfloat16PanelColumns + first, sizeof columns);
      const auto even = reinterpret_cast<Floats>(columns << 16), odd = reinterpret_cast<Floats>(columns & 0xFFFF0000U);
      for (int r = 0; r < Rows; ++r) {
        const uint32_t pair = tile.a[r * tile.a_row + group];
        sums[r] += std::bit_cast<float>(pair << 16) * even;
        sums[r] += std::bit_cast<float>(pair & 0xFFFF0000U) * odd;
      }
    }
    for (int r = 0; r < Rows; ++r) {
      std::memcpy(tile.sums + r * kBfloat16PanelColumns + first, &sums[r], sizeof sums[r]);
    }
  }
}

template <int Rows>
void plain_bfloat16_tile(const Bfloat16Tile& tile) {
  widening_tile<Lanes, BitLanes, Rows>(tile);
}

#if TFM_HAS_NEWER_CODE

template <int Rows>
TFM_AVX2_CODE void avx2_bfloat16_tile(const Bfloat16Tile& tile) {
  widening_tile<Lanes, BitLanes, Rows>(tile);
}

template <int Rows>
TFM_AVX512_CODE void avx512_bfloat16_tile(const Bfloat16Tile& tile) {
  widening_tile<WideLanes, WideBitLanes, Rows>(tile);
}

template <int Rows>
__attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16"))) void avx512_bf16_tile(const Bfloat16Tile& tile) {
  __m512 sums[Rows][2];
#pragma GCC unroll 12
  for (int r = 0; r < Rows; ++r) sums[r][0] = sums[r][1] = _mm512_setzero_ps();
  const uint32_t* b = tile.b;
  for (int64_t group = 0; group < tile.groups; ++group, b += kBfloat16PanelColumns) {
    const auto low = reinterpret_cast<__m512bh>(_mm512_loadu_si512(b));
    const auto high = reinterpret_cast<__m512bh>(_mm512_loadu_si512(b + 16));
#pragma GCC unroll 12
    for (int r = 0; r < Rows; ++r) {
      const auto pair =
          reinterpret_cast<__m512bh>(_mm512_set1_epi32(static_cast<int32_t>(tile.a[r * tile.a_row + group])));
      sums[r][0] = _mm512_dpbf16_ps(sums[r][0], pair, low);
      sums[r][1] = _mm512_dpbf16_ps(sums[r][1], pair, high);
    }
  }
#pragma GCC unroll 12
  for (int r = 0; r < Rows; ++r) {
    _mm512_storeu_ps(tile.sums + r * kBfloat16PanelColumns, sums[r][0]);
    _mm512_storeu_ps(tile.sums + r * kBfloat16PanelColumns + 16, sums[r][1]);
  }
}

#endif

using ComputeBfloat16Tile = void (*)(const Bfloat16Tile&);
#define TFM_BFLOAT16_TILES(name) \
  name<1>, name<2>, name<3>, name<4>, name<5>, name<6>, name<7>, name<8>, name<9>, name<10>, name<11>, name<12>

const ComputeBfloat16Tile* bfloat16_tiles(Bfloat16Code code) {
#if TFM_HAS_NEWER_CODE
  static constexpr ComputeBfloat16Tile kAvx2[] = {TFM_BFLOAT16_TILES(avx2_bfloat16_tile)};
  static constexpr ComputeBfloat16Tile kAvx512[] = {TFM_BFLOAT16_TILES(avx512_bfloat16_tile)};
  static constexpr ComputeBfloat16Tile kAvx512Bf16[] = {TFM_BFLOAT16_TILES(avx512_bf16_tile)};
  if (code == Bfloat16Code::kAvx512Bf16) return kAvx512Bf16;
  if (code == Bfloat16Code::kAvx512) return kAvx512;
  if (code == Bfloat16Code::kAvx2) return kAvx2;
#endif
  static constexpr ComputeBfloat16Tile kPlain[] = {TFM_BFLOAT16_TILES(plain_bfloat16_tile)};
  return kPlain;
}

#undef TFM_BFLOAT16_TILES

}  // namespace

bool has_bfloat16_code(Bfloat16Code code) {
#if TFM_HAS_NEWER_CODE
  const auto set = best_instruction_set();
  if (code == Bfloat16Code::kAvx2) return set >= InstructionSet::kAvx2;
  if (code == Bfloat16Code::kAvx512) return set == InstructionSet::kAvx512;
  if (code == Bfloat16Code::kAvx512Bf16) {
    return set == InstructionSet::kAvx512 && __builtin_cpu_supports("avx512bf16");
  }
#endif
  return code == Bfloat16Code::kPlain;
}

Bfloat16Code best_bfloat16_code() {
  static const auto best = [] {
    for (const auto code : {Bfloat16Code::kAvx512Bf16, Bfloat16Code::kAvx512, Bfloat16Code::kAvx2}) {
      if (has_bfloat16_code(code)) return code;
    }
    return Bfloat16Code::kPlain;
  }();
  return best;
}

void compute(const Bfloat16Tile& tile, Bfloat16Code code) { bfloat16_tiles(code)[tile.rows - 1](tile); }

}  // namespace tfm
