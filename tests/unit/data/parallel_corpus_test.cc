#include "data/parallel_corpus.h"

#include <gtest/gtest.h>

#include <fstream>

#include "../file_testing.h"
#include "core/files.h"
#include "data_testing.h"

namespace tfm {
namespace {

const std::vector<PiecePair> kPairs = {{{5, 6, 7}, {8}}, {{}, {9, 10}}, {{11}, {12, 13, 14, 15}}};

std::string refusal(const std::filesystem::path& file) {
  return error_message([&] { ParallelCorpus::open(file); });
}

// The file of kPairs after `change`.
std::string refusal_after(const std::function<void(std::string&)>& change) {
  const ScratchFolder folder;
  write_corpus(folder / "train.bin", kPairs);
  std::string bytes = read_file(folder / "train.bin");
  change(bytes);
  write_file(folder / "damaged.bin", bytes);
  return refusal(folder / "damaged.bin");
}

TEST(ParallelCorpus, GivesBackWhatWasWritten) {
  const ScratchFolder folder;
  const ParallelCorpus corpus = write_corpus(folder / "train.bin", kPairs);
  ASSERT_EQ(corpus.size(), std::ssize(kPairs));
  for (int64_t i = 0; i < corpus.size(); ++i) {
    const PiecePair& pair = kPairs[static_cast<size_t>(i)];
    EXPECT_EQ(to_vector(corpus[i].source), pair.source);
    EXPECT_EQ(to_vector(corpus[i].target), pair.target);
    EXPECT_EQ(corpus.source_length(i), std::ssize(pair.source));
    EXPECT_EQ(corpus.target_length(i), std::ssize(pair.target));
  }
  EXPECT_EQ(corpus.tokenizer_fingerprint(), "fingerprint");
}

TEST(ParallelCorpus, KeepsItsSpansWhenItIsMoved) {
  const ScratchFolder folder;
  ParallelCorpus corpus = write_corpus(folder / "train.bin", kPairs);
  const EncodedPair pair = corpus[0];
  const ParallelCorpus moved = std::move(corpus);
  EXPECT_EQ(moved[0].source.data(), pair.source.data());
  EXPECT_EQ(to_vector(pair.source), kPairs[0].source);
}

TEST(ParallelCorpus, MayHoldNoPairs) {
  const ScratchFolder folder;
  EXPECT_EQ(write_corpus(folder / "train.bin", {}).size(), 0);
}

TEST(ParallelCorpus, AppearsOnlyWhenFinished) {
  const ScratchFolder folder;
  {
    ParallelCorpusWriter writer(folder / "train.bin", "fingerprint");
    writer.add(kPairs[0].source, kPairs[0].target);
  }
  EXPECT_TRUE(folder.names().empty());
}

TEST(ParallelCorpus, RefusesEveryShorterFile) {
  const ScratchFolder folder;
  write_corpus(folder / "train.bin", kPairs);
  const std::string bytes = read_file(folder / "train.bin");
  for (size_t size = 1; size < bytes.size(); ++size) {
    write_file(folder / "cut.bin", bytes.substr(0, size));
    EXPECT_NE(refusal(folder / "cut.bin").find("cut off"), std::string::npos) << size << " bytes";
  }
}

TEST(ParallelCorpus, NamesAMissingFile) {
  const std::string message = refusal("nowhere/train.bin");
  EXPECT_EQ(
      message,
      "nowhere/train.bin: can't be opened: No such file or directory; prepare the data again where the file is lost");
}

TEST(ParallelCorpus, RefusesAnEmptyFile) {
  const std::string message = refusal_after([](std::string& bytes) { bytes.clear(); });
  EXPECT_NE(message.find("cut off after 0 bytes; delete it and prepare the data again"), std::string::npos) << message;
}

TEST(ParallelCorpus, RefusesAForeignFile) {
  const std::string message = refusal_after([](std::string& bytes) { bytes[0] = 'X'; });
  EXPECT_NE(message.find("not an encoded corpus"), std::string::npos) << message;
}

TEST(ParallelCorpus, RefusesAnotherVersion) {
  const std::string message = refusal_after([](std::string& bytes) { bytes[8] = 7; });
  EXPECT_NE(message.find("of version 7, but this tfm reads version 1"), std::string::npos) << message;
}

TEST(ParallelCorpus, RefusesCountsThatDontFitTheSize) {
  const std::string more_bytes = refusal_after([](std::string& bytes) { bytes.insert(64, 8, '\0'); });
  EXPECT_NE(more_bytes.find("don't fit its counts"), std::string::npos) << more_bytes;
  // A count so large that its product with 8 wraps around to the right size.
  const std::string wrapped = refusal_after([](std::string& bytes) { bytes[bytes.size() - 17] = '\x20'; });
  EXPECT_NE(wrapped.find("don't fit its counts"), std::string::npos) << wrapped;
}

TEST(ParallelCorpus, NoticesADamagedIndexWhenItReadsThePair) {
  const ScratchFolder folder;
  write_corpus(folder / "train.bin", kPairs);
  std::string bytes = read_file(folder / "train.bin");
  bytes[bytes.size() - 24 - 8 - 1] = '\x7f';  // the end of the last pair's source
  write_file(folder / "damaged.bin", bytes);
  const ParallelCorpus corpus = ParallelCorpus::open(folder / "damaged.bin");
  EXPECT_EQ(to_vector(corpus[0].source), kPairs[0].source);
  const std::string message = error_message([&] { corpus.source_length(2); });
  EXPECT_NE(message.find("damaged: the index of pair 2 is wrong"), std::string::npos) << message;
}

TEST(ParallelCorpusWriter, FailsWhileWritingWhereTheDiskIsFull) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  ParallelCorpusWriter writer("/dev/full", "fingerprint");
  const Pieces sentence(100'000, 1);
  const std::string message = error_message([&] { writer.add(sentence, sentence); });
  EXPECT_NE(message.find("/dev/full"), std::string::npos) << message;
  EXPECT_NE(message.find("No space left on device"), std::string::npos) << message;
}

}  // namespace
}  // namespace tfm
