#include "data/parallel_corpus.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "core/files.h"
#include "data_testing.h"

namespace tfm {
namespace {

const std::vector<PiecePair> kCorpusPairs = {{{5, 6, 7}, {8}}, {{}, {9, 10}}, {{11}, {12, 13}}, {{4}, {5}}, {{6}, {7}}};

TEST(ParallelCorpus, IsTheSameHoweverItLiesInShards) {
  const ScratchFolder folder;
  for (const int64_t pairs_a_shard : {1, 2, 3, 100}) {
    const ParallelCorpus corpus = write_corpus(folder / "train", kCorpusPairs, pairs_a_shard);
    ASSERT_EQ(corpus.size(), std::ssize(kCorpusPairs));
    EXPECT_EQ(std::ssize(corpus.shards()), (corpus.size() + pairs_a_shard - 1) / pairs_a_shard);
    for (int64_t i = 0; i < corpus.size(); ++i) {
      const PiecePair& pair = kCorpusPairs[static_cast<size_t>(i)];
      EXPECT_EQ(read_pair(corpus, i), pair);
      EXPECT_EQ(corpus.lengths(i).source, std::ssize(pair.source));
      EXPECT_EQ(corpus.lengths(i).target, std::ssize(pair.target));
    }
    EXPECT_EQ(corpus.tokenizer_fingerprint(), "fingerprint");
  }
}

TEST(ParallelCorpus, KnowsHowManyPairsEachCorpusHas) {
  const ScratchFolder folder;
  ParallelCorpusWriter writer(folder / "train", {.tokenizer_fingerprint = "f", .vocab_size = 100});
  for (size_t i = 0; i < kCorpusPairs.size(); ++i) {
    writer.add(kCorpusPairs[i].source, kCorpusPairs[i].target);
    if (i == 1 || i == 4) writer.end_corpus();
    if (i == 1) writer.end_corpus();  // one without pairs
  }
  writer.finish();
  EXPECT_EQ(ParallelCorpus::open(folder / "train").corpora(), (std::vector<int64_t>{2, 0, 3}));
}

TEST(ParallelCorpus, MayHoldNoPairs) {
  const ScratchFolder folder;
  EXPECT_EQ(write_corpus(folder / "train", {}).size(), 0);
}

TEST(ParallelCorpus, AppearsOnlyWhenFinished) {
  const ScratchFolder folder;
  {
    ParallelCorpusWriter writer(folder / "train", {.tokenizer_fingerprint = "fingerprint"});
    writer.add(kCorpusPairs[0].source, kCorpusPairs[0].target);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(ParallelCorpus, NamesAMissingShard) {
  const ScratchFolder folder;
  write_corpus(folder / "train", kCorpusPairs, 2);
  std::filesystem::remove(folder / "train/shard-00001.bin");
  const std::string message = error_message([&] { ParallelCorpus::open(folder / "train"); });
  EXPECT_NE(message.find("shard-00001.bin"), std::string::npos) << message;
}

TEST(ParallelCorpus, RefusesAShardOfAnotherCorpus) {
  const ScratchFolder folder;
  write_corpus(folder / "train", kCorpusPairs, 2);
  std::filesystem::copy_file(folder / "train/shard-00002.bin", folder / "train/shard-00001.bin",
                             std::filesystem::copy_options::overwrite_existing);
  const std::string message = error_message([&] { ParallelCorpus::open(folder / "train"); });
  EXPECT_NE(message.find("has 1 pairs, and corpus.json says 2"), std::string::npos) << message;
}

TEST(ParallelCorpus, RefusesADamagedManifest) {
  const ScratchFolder folder;
  write_corpus(folder / "train", kCorpusPairs);
  for (const char* manifest : {"", "{}", "{\"version\": 1, \"tokenizer\": 3, \"shards\": [], \"corpora\": []}"}) {
    write_file(folder / "train/corpus.json", manifest);
    const std::string message = error_message([&] { ParallelCorpus::open(folder / "train"); });
    EXPECT_NE(message.find("corpus.json is damaged"), std::string::npos) << message;
  }
}

TEST(ParallelCorpus, NamesAMissingFolder) {
  const std::string message = error_message([] { ParallelCorpus::open("nowhere/train"); });
  EXPECT_NE(message.find("nowhere/train/corpus.json"), std::string::npos) << message;
}

}  // namespace
}  // namespace tfm
