#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "../file_testing.h"
#include "core/files.h"

namespace tfm {
namespace {

// bytes(i % 251 for i in range(3000000)), as Python writes it: several pieces of a file that is read in pieces.
std::string large_sample() {
  std::string bytes(3'000'000, '\0');
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i % 251);
  return bytes;
}

// The values are those of Python's xxhash 4.1.0: xxh3_128_hexdigest(b""), (b"tfm") and of the bytes above.
TEST(Checksum, IsXxh3Of128Bits) {
  EXPECT_EQ(checksum(""), "99aa06d3014798d86001c324468d497f");
  EXPECT_EQ(checksum("tfm"), "12322404bece5fee2d38e1890c4cf103");
  EXPECT_EQ(checksum(large_sample()), "766f642e64b63d92cc1a5bed6141edab");
}

TEST(Checksum, OfAFileIsThatOfItsBytes) {
  const ScratchFolder folder;
  for (const std::string& bytes : {std::string(), std::string("tfm"), large_sample()}) {
    std::ofstream(folder / "file", std::ios::binary) << bytes;
    EXPECT_EQ(checksum_file(folder / "file"), checksum(bytes));
  }
}

TEST(Checksum, NamesAFileThatIsMissing) {
  EXPECT_EQ(error_message([] { checksum_file("no/such.file"); }),
            "can't read no/such.file: No such file or directory; check the path");
}

}  // namespace
}  // namespace tfm
