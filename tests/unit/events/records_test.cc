#include "events/records.h"

#include <gtest/gtest.h>

#include <vector>

#include "../file_testing.h"

namespace tfm::events {
namespace {

std::vector<std::string> records_of(const std::string& bytes) {
  const ScratchFolder folder;
  put_file(folder / "file", bytes);
  RecordReader reader(folder / "file");
  std::vector<std::string> records;
  int64_t whole = 0;
  while (const auto record = reader.next()) {
    records.push_back(*record);
    whole += static_cast<int64_t>(framed(*record).size());
  }
  EXPECT_EQ(reader.position(), whole);
  return records;
}

TEST(Records, AreReadAsTheyWereWritten) {
  const std::vector<std::string> records{"one", "", std::string(100'000, 'x'), std::string("\0\xFF", 2)};
  std::string bytes;
  for (const auto& record : records) bytes += framed(record);
  EXPECT_EQ(records_of(bytes), records);
  EXPECT_TRUE(records_of("").empty());
}

TEST(RecordReader, EndsWhereARecordIsCutShort) {
  const std::string first = framed("first"), second = framed("second");
  for (size_t kept = 0; kept < second.size(); ++kept) {
    EXPECT_EQ(records_of(first + second.substr(0, kept)), std::vector<std::string>{"first"}) << kept;
  }
}

TEST(RecordReader, EndsAtTheFirstRecordWithAnyByteWrong) {
  const std::string first = framed("first"), second = framed("second");
  for (size_t at = 0; at < second.size(); ++at) {
    for (const int bit : {0, 7}) {
      std::string damaged = second;
      damaged[at] = static_cast<char>(damaged[at] ^ 1 << bit);
      EXPECT_EQ(records_of(first + damaged + framed("third")), std::vector<std::string>{"first"}) << at;
    }
  }
}

TEST(RecordReader, RefusesAFileThatIsMissing) {
  const ScratchFolder folder;
  EXPECT_NE(error_message([&] { RecordReader(folder / "none"); }).find("can't read"), std::string::npos);
}

}  // namespace
}  // namespace tfm::events
