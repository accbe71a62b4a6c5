#include "data/encoded_shard.h"

#include <gtest/gtest.h>

#include <functional>

#include "../file_testing.h"
#include "core/error.h"
#include "core/files.h"
#include "data_testing.h"

namespace tfm {
namespace {

const std::vector<PiecePair> kPairs = {{{5, 6, 7}, {8}}, {{}, {9, 10}}, {{11}, {12, 13, 14, 65'535}}};

void write_shard(const std::filesystem::path& file, uint32_t id_bytes = 2) {
  EncodedShardWriter writer(file, id_bytes);
  for (const PiecePair& pair : kPairs) writer.add(pair.source, pair.target);
  writer.finish();
}

std::string refusal(const std::filesystem::path& file) {
  return error_message([&] { EncodedShard shard(file); });
}

// The file of kPairs after `change`.
std::string refusal_after(const std::function<void(std::string&)>& change) {
  const ScratchFolder folder;
  write_shard(folder / "shard.bin");
  std::string bytes = read_file(folder / "shard.bin");
  change(bytes);
  write_file(folder / "damaged.bin", bytes);
  return refusal(folder / "damaged.bin");
}

TEST(EncodedShard, GivesBackWhatWasWritten) {
  const ScratchFolder folder;
  for (const uint32_t id_bytes : {2U, 4U}) {
    write_shard(folder / "shard.bin", id_bytes);
    const EncodedShard shard(folder / "shard.bin");
    ASSERT_EQ(shard.size(), std::ssize(kPairs));
    for (int64_t i = 0; i < shard.size(); ++i) {
      const PiecePair& pair = kPairs[static_cast<size_t>(i)];
      Pieces ids = {99};  // stays in front
      const PairLengths lengths = shard.read(i, ids);
      EXPECT_EQ(lengths.source, std::ssize(pair.source));
      EXPECT_EQ(lengths.target, std::ssize(pair.target));
      EXPECT_EQ(shard.lengths(i).source, lengths.source);
      EXPECT_EQ(shard.lengths(i).target, lengths.target);
      Pieces expected = {99};
      expected.insert(expected.end(), pair.source.begin(), pair.source.end());
      expected.insert(expected.end(), pair.target.begin(), pair.target.end());
      EXPECT_EQ(ids, expected);
    }
  }
}

TEST(EncodedShard, HoldsLargeIdsInFourBytes) {
  const ScratchFolder folder;
  EncodedShardWriter writer(folder / "shard.bin", 4);
  writer.add(Pieces{1'000'000}, Pieces{2'000'000'000});
  writer.finish();
  Pieces ids;
  EncodedShard(folder / "shard.bin").read(0, ids);
  EXPECT_EQ(ids, (Pieces{1'000'000, 2'000'000'000}));
}

TEST(EncodedShard, RefusesEveryShorterFile) {
  const ScratchFolder folder;
  write_shard(folder / "shard.bin");
  const std::string bytes = read_file(folder / "shard.bin");
  for (size_t size = 0; size < bytes.size(); ++size) {
    write_file(folder / "cut.bin", bytes.substr(0, size));
    EXPECT_NE(refusal(folder / "cut.bin").find("cut off"), std::string::npos) << size << " bytes";
  }
}

// Every byte counts: a change is found when the file is opened, when the pair is read, or by reading it all.
TEST(EncodedShard, FindsEveryChangedByte) {
  const ScratchFolder folder;
  write_shard(folder / "shard.bin");
  const std::string bytes = read_file(folder / "shard.bin");
  const std::atomic<bool> never = false;
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    write_file(folder / "changed.bin", changed);
    std::string message;
    try {
      const EncodedShard shard(folder / "changed.bin");
      Pieces ids;
      for (int64_t i = 0; i < shard.size(); ++i) shard.read(i, ids);
    } catch (const UserError& error) {
      message = error.what();
    }
    const std::string whole = error_message([&] { EncodedShard(folder / "changed.bin").verify(never); });
    EXPECT_NE(whole.find("changed.bin"), std::string::npos) << "byte " << at;
    const bool is_checksum_of_all = at >= bytes.size() - 24 && at < bytes.size() - 16;  // nothing else needs it
    EXPECT_EQ(message.find("changed.bin") == std::string::npos, is_checksum_of_all) << "byte " << at;
  }
}

TEST(EncodedShard, NamesTheDamagedPair) {
  const ScratchFolder folder;
  write_shard(folder / "shard.bin");
  std::string bytes = read_file(folder / "shard.bin");
  bytes[16 + 12] = 77;  // in the second pair, behind the header and the first
  write_file(folder / "damaged.bin", bytes);
  const EncodedShard shard(folder / "damaged.bin");
  Pieces ids;
  shard.read(0, ids);
  const std::string message = error_message([&] { shard.read(1, ids); });
  EXPECT_NE(message.find("pair 1 (byte 28) is not as written"), std::string::npos) << message;
}

TEST(EncodedShard, NoticesThatItIsCutOffWhileInUse) {
  const ScratchFolder folder;
  write_shard(folder / "shard.bin");
  const EncodedShard shard(folder / "shard.bin");
  std::filesystem::resize_file(folder / "shard.bin", 20);
  Pieces ids;
  const std::string message = error_message([&] { shard.read(2, ids); });
  EXPECT_NE(message.find("cut off while it was in use"), std::string::npos) << message;
}

TEST(EncodedShard, NamesAMissingFile) {
  const std::string message = refusal("nowhere/shard.bin");
  EXPECT_NE(message.find("nowhere/shard.bin"), std::string::npos) << message;
  EXPECT_NE(message.find("No such file or directory"), std::string::npos) << message;
}

TEST(EncodedShard, RefusesAForeignFile) {
  const std::string message = refusal_after([](std::string& bytes) { bytes[0] = 'X'; });
  EXPECT_NE(message.find("not a shard of an encoded corpus"), std::string::npos) << message;
}

TEST(EncodedShard, RefusesAnotherVersion) {
  const std::string message = refusal_after([](std::string& bytes) { bytes[8] = 7; });
  EXPECT_NE(message.find("of version 7, but this tfm reads version 2"), std::string::npos) << message;
}

TEST(EncodedShard, RefusesCountsThatDontFitTheSize) {
  const std::string message = refusal_after([](std::string& bytes) { bytes.insert(40, 8, '\0'); });
  EXPECT_NE(message.find("don't fit its counts"), std::string::npos) << message;
}

TEST(EncodedShardWriter, LeavesNothingUnlessFinished) {
  const ScratchFolder folder;
  { EncodedShardWriter(folder / "shard.bin", 2).add(kPairs[0].source, kPairs[0].target); }
  EXPECT_TRUE(folder.names().empty());
}

TEST(EncodedShardWriter, FailsWhileWritingWhereTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  EncodedShardWriter writer("/dev/full", 4);
  const Pieces sentence(100'000, 1);
  const std::string message = error_message([&] { writer.add(sentence, sentence); });
  EXPECT_NE(message.find("/dev/full"), std::string::npos) << message;
  EXPECT_NE(message.find("No space left on device"), std::string::npos) << message;
}

}  // namespace
}  // namespace tfm
