// bfloat16: the upper half of a float32.
#pragma once

#include <bit>
#include <cstdint>

namespace tfm {

struct Bfloat16 {
  uint16_t bits;

  Bfloat16() = default;
  // To the nearest, ties to even; NaN stays NaN.
  explicit Bfloat16(float number) {
    const auto whole = std::bit_cast<uint32_t>(number);
    bits = number == number ? static_cast<uint16_t>((whole + 0x7FFF + ((whole >> 16) & 1)) >> 16) : uint16_t{0x7FC0};
  }
  explicit operator float() const { return std::bit_cast<float>(uint32_t{bits} << 16); }
};
static_assert(sizeof(Bfloat16) == 2);

}  // namespace tfm
