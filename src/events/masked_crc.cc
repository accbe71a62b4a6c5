#include "events/masked_crc.h"

#include <array>
#include <bit>

namespace tfm::events {
namespace {

constexpr uint32_t kPolynomial = 0x82F63B78;  // Castagnoli's, bits reversed
constexpr uint32_t kMaskDelta = 0xA282EAD8;

constexpr std::array<uint32_t, 256> make_table() {
  std::array<uint32_t, 256> table{};
  for (uint32_t byte = 0; byte < table.size(); ++byte) {
    uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = remainder >> 1 ^ ((remainder & 1) != 0 ? kPolynomial : 0);
    table[byte] = remainder;
  }
  return table;
}

constexpr auto kTable = make_table();

}  // namespace

uint32_t crc32c(std::string_view bytes) {
  uint32_t crc = ~0U;
  for (const char byte : bytes) crc = kTable[(crc ^ static_cast<uint8_t>(byte)) & 0xFF] ^ crc >> 8;
  return ~crc;
}

uint32_t masked_crc32c(std::string_view bytes) { return std::rotr(crc32c(bytes), 15) + kMaskDelta; }

}  // namespace tfm::events
