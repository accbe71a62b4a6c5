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

// Of kPairs, by target and then by source.
const std::vector<Alignment> kLinks = {{{0, 0}, {2, 0}}, {}, {{0, 1}, {0, 3}}};

void write_shard(const std::filesystem::path& file, uint32_t id_bytes = 2) {
  EncodedShardWriter writer(file, id_bytes);
  for (const PiecePair& pair : kPairs) writer.add(pair.source, pair.target);
  writer.finish();
}

void write_linked_shard(const std::filesystem::path& file) {
  EncodedShardWriter writer(file, 2, /*has_links=*/true);
  for (size_t i = 0; i < kPairs.size(); ++i) writer.add(kPairs[i].source, kPairs[i].target, kLinks[i]);
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

TEST(EncodedShard, GivesBackLinks) {
  const ScratchFolder folder;
  write_linked_shard(folder / "shard.bin");
  const EncodedShard shard(folder / "shard.bin");
  EXPECT_TRUE(shard.has_links());
  ASSERT_EQ(shard.size(), std::ssize(kPairs));
  Alignment links, expected;
  for (int64_t i = 0; i < shard.size(); ++i) {
    const PiecePair& pair = kPairs[static_cast<size_t>(i)];
    Pieces ids, with_links;
    shard.read(i, ids);
    const PairLengths lengths = shard.read(i, with_links, links);
    EXPECT_EQ(ids, with_links);
    EXPECT_EQ((PiecePair{{ids.begin(), ids.begin() + lengths.source}, {ids.begin() + lengths.source, ids.end()}}),
              pair);
    EXPECT_EQ(shard.lengths(i).target, std::ssize(pair.target));
    expected.insert(expected.end(), kLinks[static_cast<size_t>(i)].begin(), kLinks[static_cast<size_t>(i)].end());
    EXPECT_EQ(links, expected);
  }
}

TEST(EncodedShard, HasNoLinksWhereNoneAreKept) {
  const ScratchFolder folder;
  write_shard(folder / "shard.bin");
  const EncodedShard shard(folder / "shard.bin");
  EXPECT_FALSE(shard.has_links());
  Pieces ids;
  Alignment links;
  EXPECT_EQ(shard.read(0, ids, links).source, 3);
  EXPECT_TRUE(links.empty());
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
  for (const auto& write : {+[](const std::filesystem::path& file) { write_shard(file); }, &write_linked_shard}) {
    write(folder / "shard.bin");
    const std::string bytes = read_file(folder / "shard.bin");
    for (size_t size = 0; size < bytes.size(); ++size) {
      write_file(folder / "cut.bin", bytes.substr(0, size));
      EXPECT_NE(refusal(folder / "cut.bin").find("cut off"), std::string::npos) << size << " bytes";
    }
  }
}

// Every byte counts: a change is found when the file is opened, when the pair is read, or by reading it all.
void expect_every_change_to_be_found(const std::filesystem::path& file) {
  const std::string bytes = read_file(file);
  const std::atomic<bool> never = false;
  for (size_t at = 0; at < bytes.size(); ++at) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    write_file(file, changed);
    std::string message;
    try {
      const EncodedShard shard(file);
      Pieces ids;
      Alignment links;
      for (int64_t i = 0; i < shard.size(); ++i) shard.read(i, ids, links);
    } catch (const UserError& error) {
      message = error.what();
    }
    const std::string whole = error_message([&] { EncodedShard(file).verify(never); });
    EXPECT_NE(whole.find("shard.bin"), std::string::npos) << "byte " << at;
    const bool is_checksum_of_all = at >= bytes.size() - 24 && at < bytes.size() - 16;  // nothing else needs it
    EXPECT_EQ(message.find("shard.bin") == std::string::npos, is_checksum_of_all) << "byte " << at;
  }
}

TEST(EncodedShard, FindsEveryChangedByte) {
  const ScratchFolder folder;
  write_shard(folder / "shard.bin");
  expect_every_change_to_be_found(folder / "shard.bin");
  write_linked_shard(folder / "shard.bin");
  expect_every_change_to_be_found(folder / "shard.bin");
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
  EXPECT_NE(message.find("of version 7, but this tfm reads versions 2 and 3"), std::string::npos) << message;
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
