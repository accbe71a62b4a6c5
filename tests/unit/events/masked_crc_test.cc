#include "events/masked_crc.h"

#include <gtest/gtest.h>

#include <string>

namespace tfm::events {
namespace {

// RFC 3720, B.4 (iSCSI), and the usual check value of CRC-32C.
TEST(Crc32c, HasTheKnownValues) {
  std::string ascending;
  for (int i = 0; i < 32; ++i) ascending += static_cast<char>(i);
  EXPECT_EQ(crc32c(""), 0U);
  EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
  EXPECT_EQ(crc32c(std::string(32, '\0')), 0x8A9136AAU);
  EXPECT_EQ(crc32c(std::string(32, '\xFF')), 0x62A8AB43U);
  EXPECT_EQ(crc32c(ascending), 0x46DD794EU);
}

TEST(MaskedCrc32c, IsRotatedAndShifted) {
  const uint32_t crc = crc32c("123456789");
  EXPECT_EQ(masked_crc32c("123456789"), ((crc >> 15) | (crc << 17)) + 0xA282EAD8U);
  EXPECT_EQ(masked_crc32c(""), 0xA282EAD8U);
}

}  // namespace
}  // namespace tfm::events
