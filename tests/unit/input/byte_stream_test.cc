#include "input/byte_stream.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <fstream>
#include <random>
#include <thread>

#include "../compressed_testing.h"
#include "../file_testing.h"

namespace tfm {
namespace {

using namespace std::string_literals;

std::string read_all(ByteStream& stream, size_t block_size = 1000) {
  std::string result, block(block_size, '\0');
  while (const size_t count = stream.read(block.data(), block.size())) result.append(block, 0, count);
  EXPECT_EQ(stream.read(block.data(), block.size()), 0U);
  return result;
}

class ByteStreamTest : public ::testing::Test {
 protected:
  std::string read(const std::string& bytes, size_t block_size = 1000) {
    put_file(file_, bytes);
    const auto stream = open_bytes(file_);
    std::string result = read_all(*stream, block_size);
    EXPECT_EQ(stream->bytes_consumed(), std::ssize(bytes));
    EXPECT_EQ(stream->file_bytes(), std::ssize(bytes));
    return result;
  }
  std::string refusal(const std::string& bytes) {
    put_file(file_, bytes);
    return error_message([&] { read_all(*open_bytes(file_)); });
  }

  ScratchFolder folder_;
  std::filesystem::path file_ = folder_ / "text.txt";
};

std::string some_text(size_t lines) {
  std::string text;
  for (size_t i = 0; i < lines; ++i) text += "line " + std::to_string(i * i % 1009) + " 你好\n";
  return text;
}

TEST_F(ByteStreamTest, GivesPlainBytesAsTheyAre) {
  EXPECT_EQ(read(""), "");
  EXPECT_EQ(read("a"), "a");
  EXPECT_EQ(read("\0\xFF\x1F"s), "\0\xFF\x1F"s);
  EXPECT_EQ(read(some_text(5000), 7), some_text(5000));
}

TEST_F(ByteStreamTest, TellsCompressionByTheFirstBytesAndNotTheName) {
  EXPECT_EQ(read(gzipped("hello\n")), "hello\n");
  EXPECT_EQ(read(zstd_compressed("hello\n")), "hello\n");
  file_ = folder_ / "plain.gz";
  EXPECT_EQ(read("hello\n"), "hello\n");
}

TEST_F(ByteStreamTest, ReadsSeveralMembersAndFrames) {
  const std::string text = some_text(20000);
  for (const size_t block_size : {1U, 1000U, 1U << 20}) {
    EXPECT_EQ(read(gzipped(text) + gzipped("") + gzipped("end"), block_size), text + "end");
    EXPECT_EQ(read(zstd_compressed(text) + zstd_compressed("") + zstd_compressed("end"), block_size), text + "end");
  }
}

TEST_F(ByteStreamTest, PassesOverZerosBehindGzipAndFramesThatZstdSkips) {
  EXPECT_EQ(read(gzipped("a") + std::string(1000, '\0')), "a");
  EXPECT_EQ(read("\x50\x2A\x4D\x18\x03\0\0\0abc"s + zstd_compressed("a")), "a");
}

TEST_F(ByteStreamTest, SaysWhereCompressedDataBreaksOff) {
  for (const std::string& whole : {gzipped(some_text(50)), zstd_compressed(some_text(50))}) {
    for (size_t size = 4; size < whole.size(); ++size) {
      const std::string message = refusal(whole.substr(0, size));
      EXPECT_NE(message.find("text.txt: damaged"), std::string::npos) << message;
      EXPECT_NE(message.find("at byte " + std::to_string(size)), std::string::npos) << message << size;
    }
  }
}

TEST_F(ByteStreamTest, RefusesDamagedData) {
  std::string gzip = gzipped(some_text(50)), zstd = zstd_compressed(some_text(50));
  gzip[gzip.size() - 6] = static_cast<char>(gzip[gzip.size() - 6] ^ 1);  // the checksum
  zstd[8] = static_cast<char>(~zstd[8]);
  EXPECT_NE(refusal(gzip).find("damaged gzip file"), std::string::npos);
  EXPECT_NE(refusal(zstd).find("damaged Zstandard file"), std::string::npos);
  EXPECT_NE(refusal(gzipped("a") + "garbage").find("something that is no gzip follows"), std::string::npos);
}

TEST_F(ByteStreamTest, NeverCrashesOnBytesThatWereChanged) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    std::string bytes = round % 2 == 0 ? gzipped(some_text(20)) : zstd_compressed(some_text(20));
    for (int i = 0; i < 3; ++i) bytes[4 + random() % (bytes.size() - 4)] = static_cast<char>(random());
    put_file(file_, bytes);
    try {
      read_all(*open_bytes(file_));
    } catch (const UserError& error) {
      EXPECT_NE(std::string(error.what()).find("damaged"), std::string::npos);
    }
  }
}

TEST_F(ByteStreamTest, NamesOtherCompressions) {
  EXPECT_NE(refusal("\xFD\x37zXZ\0\0\4"s).find("is compressed with xz"), std::string::npos);
  EXPECT_NE(refusal("BZh91AY&SY").find("is compressed with bzip2"), std::string::npos);
  EXPECT_NE(refusal("PK\x03\x04 and more").find("a zip archive"), std::string::npos);
  EXPECT_EQ(read("BZh is a word"), "BZh is a word");
}

TEST_F(ByteStreamTest, ReadsAPipe) {
  for (const std::string& bytes : {some_text(9000), gzipped(some_text(9000)), zstd_compressed(some_text(9000))}) {
    std::filesystem::remove(file_);
    ASSERT_EQ(::mkfifo(file_.c_str(), 0600), 0);
    std::thread writer([&] {
      std::ofstream out(file_);
      for (const char c : bytes.substr(0, 20)) out << c << std::flush;
      out << bytes.substr(20);
    });
    const auto stream = open_bytes(file_);
    EXPECT_EQ(read_all(*stream), some_text(9000));
    EXPECT_EQ(stream->file_bytes(), 0);
    writer.join();
  }
}

}  // namespace
}  // namespace tfm
