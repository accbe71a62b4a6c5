#include "core/protobuf.h"

#include <gtest/gtest.h>

#include <bit>
#include <stdexcept>
#include <vector>

namespace tfm::protobuf {
namespace {

std::vector<Field> fields_of(std::string_view message) {
  std::vector<Field> fields;
  for_each_field(message, [&](const Field& field) { fields.push_back(field); });
  return fields;
}

// The two examples of protobuf.dev's page on the encoding: a = 150 in field 1, "testing" in field 2.
TEST(ProtobufWriter, WritesTheDocumentsExamples) {
  EXPECT_EQ(Writer().number(1, 150).message(), "\x08\x96\x01");
  EXPECT_EQ(Writer().bytes(2, "testing").message(), "\x12\x07testing");
}

TEST(Protobuf, IsReadAsItWasWritten) {
  const std::string within = Writer().number(1, 1).message();
  Writer writer;
  writer.number(1, UINT64_MAX).number(2, 0).number(1000, 127).real(3, -0.1).real(4, 2.5F).bytes(5, within).bytes(6, "");
  const auto fields = fields_of(writer.message());
  ASSERT_EQ(fields.size(), 7U);
  EXPECT_EQ(fields[0].value, UINT64_MAX);
  EXPECT_EQ(fields[1].value, 0U);
  EXPECT_EQ(fields[2].number, 1000U);
  EXPECT_EQ(fields[2].value, 127U);
  EXPECT_EQ(std::bit_cast<double>(fields[3].value), -0.1);
  EXPECT_EQ(std::bit_cast<float>(static_cast<uint32_t>(fields[4].value)), 2.5F);
  EXPECT_EQ(fields[5].bytes, within);
  EXPECT_EQ(fields[6].bytes, "");
}

TEST(ProtobufReader, RefusesWhatIsNoProtocolBuffer) {
  for (const std::string bytes : {"\x08", "\x08\x80", "\x12\x05test", "\x09\x01\x02", "\x0b",
                                  "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"}) {
    EXPECT_THROW(fields_of(bytes), std::runtime_error) << bytes.size();
  }
}

}  // namespace
}  // namespace tfm::protobuf
