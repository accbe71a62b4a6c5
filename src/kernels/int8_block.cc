#include "kernels/int8_block.h"

#include <algorithm>
#include <cstring>

#include "kernels/instruction_sets.h"

#if TFM_HAS_NEWER_CODE
#include <immintrin.h>
#endif

namespace tfm {
namespace {

constexpr int64_t kPanelBytes = kInt8PanelColumns * kInt8Group;

void compute_plainly(const Int8Tile& tile) {
  std::fill_n(tile.sums, tile.rows * kInt8PanelColumns, 0);
  for (int64_t row = 0; row < tile.rows; ++row) {
    int32_t* sums = tile.sums + row * kInt8PanelColumns;
    for (int64_t group = 0; group < tile.groups; ++group) {
      const uint8_t* a = tile.a + row * tile.a_row + group * kInt8Group;
      const int8_t* b = tile.b + group * kPanelBytes;
      for (int64_t c = 0; c < kInt8PanelColumns; ++c) {
        for (int64_t i = 0; i < kInt8Group; ++i) sums[c] += int32_t{a[i]} * int32_t{b[c * kInt8Group + i]};
      }
    }
  }
}

#if TFM_HAS_NEWER_CODE

// Four numbers of a row, as one that is broadcast.
TFM_INLINE int32_t group_of(const Int8Tile& tile, int64_t row, int64_t group) {
  int32_t four;
  std::memcpy(&four, tile.a + row * tile.a_row + group * kInt8Group, sizeof four);
  return four;
}

// Each instruction set has its vectors and its way to multiply: Multiply(sums, a, b) adds, in each 32-bit number, the
// products of four pairs of bytes.
#define TFM_INT8_TILE(name, attribute, Vector, load_vector, store_vector, zero, broadcast, multiply, vectors) \
  template <int Rows>                                                                                         \
  attribute void name(const Int8Tile& tile) {                                                                 \
    constexpr int64_t kNumbers = sizeof(Vector) / sizeof(int32_t);                                            \
    for (int64_t first = 0; first < kInt8PanelColumns; first += (vectors) * kNumbers) {                       \
      Vector sums[Rows][vectors];                                                                             \
      for (int r = 0; r < Rows; ++r) {                                                                        \
        for (int v = 0; v < (vectors); ++v) sums[r][v] = zero();                                              \
      }                                                                                                       \
      for (int64_t group = 0; group < tile.groups; ++group) {                                                 \
        const int8_t* b = tile.b + group * kPanelBytes + first * kInt8Group;                                  \
        Vector columns[vectors];                                                                              \
        for (int v = 0; v < (vectors); ++v)                                                                   \
          columns[v] = load_vector(reinterpret_cast<const Vector*>(b + v * kNumbers * kInt8Group));           \
        for (int r = 0; r < Rows; ++r) {                                                                      \
          const Vector a = broadcast(group_of(tile, r, group));                                               \
          for (int v = 0; v < (vectors); ++v) sums[r][v] = multiply(sums[r][v], a, columns[v]);               \
        }                                                                                                     \
      }                                                                                                       \
      for (int r = 0; r < Rows; ++r) {                                                                        \
        for (int v = 0; v < (vectors); ++v) {                                                                 \
          store_vector(reinterpret_cast<Vector*>(tile.sums + r * kInt8PanelColumns + first + v * kNumbers),   \
                       sums[r][v]);                                                                           \
        }                                                                                                     \
      }                                                                                                       \
    }                                                                                                         \
  }

// Without an instruction for it. A product of two bytes fits 16 bits, the sum of two of them does not: even and odd
// ones go separate ways.
__attribute__((target("avx2"), always_inline)) inline __m256i multiply_avx2(__m256i sums, __m256i a, __m256i b) {
  const __m256i low = _mm256_set1_epi16(0x00FF), ones = _mm256_set1_epi16(1);
  const __m256i even = _mm256_maddubs_epi16(_mm256_and_si256(a, low), b);
  const __m256i odd = _mm256_maddubs_epi16(_mm256_andnot_si256(low, a), b);
  return _mm256_add_epi32(sums, _mm256_add_epi32(_mm256_madd_epi16(even, ones), _mm256_madd_epi16(odd, ones)));
}

TFM_INT8_TILE(avx2_int8_tile, __attribute__((target("avx2"))), __m256i, _mm256_loadu_si256, _mm256_storeu_si256,
              _mm256_setzero_si256, _mm256_set1_epi32, multiply_avx2, 2)
TFM_INT8_TILE(avx_vnni_tile, __attribute__((target("avx2,avxvnni"))), __m256i, _mm256_loadu_si256, _mm256_storeu_si256,
              _mm256_setzero_si256, _mm256_set1_epi32, _mm256_dpbusd_avx_epi32, 2)
TFM_INT8_TILE(avx512_vnni_tile, __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni"))), __m512i,
              _mm512_loadu_si512, _mm512_storeu_si512, _mm512_setzero_si512, _mm512_set1_epi32, _mm512_dpbusd_epi32, 2)

#undef TFM_INT8_TILE

using ComputeInt8Tile = void (*)(const Int8Tile&);
#define TFM_INT8_SIX(name) name<1>, name<2>, name<3>, name<4>, name<5>, name<6>
constexpr ComputeInt8Tile kAvx2Tiles[] = {TFM_INT8_SIX(avx2_int8_tile)};
constexpr ComputeInt8Tile kAvxVnniTiles[] = {TFM_INT8_SIX(avx_vnni_tile)};
constexpr ComputeInt8Tile kAvx512VnniTiles[] = {
    TFM_INT8_SIX(avx512_vnni_tile), avx512_vnni_tile<7>,  avx512_vnni_tile<8>, avx512_vnni_tile<9>,
    avx512_vnni_tile<10>,           avx512_vnni_tile<11>, avx512_vnni_tile<12>};
#undef TFM_INT8_SIX

// In tiles of at most `most` rows.
void compute_tiles(const ComputeInt8Tile* tiles, int64_t most, const Int8Tile& all) {
  for (int64_t row = 0; row < all.rows; row += most) {
    auto tile = all;
    tile.a += row * all.a_row;
    tile.sums += row * kInt8PanelColumns;
    tile.rows = std::min(most, all.rows - row);
    tiles[tile.rows - 1](tile);
  }
}

#endif

}  // namespace

bool has_int8_code(Int8Code code) {
#if TFM_HAS_NEWER_CODE
  switch (code) {
    case Int8Code::kPlain:
      return true;
    case Int8Code::kAvx2:
      return __builtin_cpu_supports("avx2");
    case Int8Code::kAvxVnni:
      return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avxvnni");
    case Int8Code::kAvx512Vnni:
      return best_instruction_set() == InstructionSet::kAvx512 && __builtin_cpu_supports("avx512vnni");
  }
#endif
  return code == Int8Code::kPlain;
}

Int8Code best_int8_code() {
  static const auto best = [] {
    for (const auto code : {Int8Code::kAvx512Vnni, Int8Code::kAvxVnni, Int8Code::kAvx2}) {
      if (has_int8_code(code)) return code;
    }
    return Int8Code::kPlain;
  }();
  return best;
}

void compute(const Int8Tile& tile, Int8Code code) {
#if TFM_HAS_NEWER_CODE
  switch (code) {
    case Int8Code::kAvx512Vnni:
      return compute_tiles(kAvx512VnniTiles, 12, tile);
    case Int8Code::kAvxVnni:
      return compute_tiles(kAvxVnniTiles, 6, tile);
    case Int8Code::kAvx2:
      return compute_tiles(kAvx2Tiles, 6, tile);
    case Int8Code::kPlain:
      break;
  }
#endif
  compute_plainly(tile);
}

}  // namespace tfm
