#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "../fault_testing.h"
#include "../file_testing.h"
#include "core/files.h"
#include "data/prepare.h"
#include "data_testing.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

class PrepareFaults : public ::testing::Test {
 protected:
  PrepareFaults() {
    ::testing::internal::CaptureStderr();
    put_text("", "");
    config_.data.train = {{.source = folder_ / "train.en", .target = folder_ / "train.de"}};
    config_.data.target_language = "de";
    config_.tokenizer.vocab_size = 30;
    prepare(folder_ / "learnt");
    config_.tokenizer.source_model = folder_ / "given.model";  // learning one takes time
    fs::copy_file(folder_ / "learnt/tokenizer/shared.model", *config_.tokenizer.source_model);
  }
  ~PrepareFaults() override { ::testing::internal::GetCapturedStderr(); }

  void put_text(const std::string& more_source, const std::string& more_target) const {
    std::string source, target;
    for (const char* first : {"one", "two", "three", "four", "five"}) {
      for (const char* second : {"red", "green", "blue", "white", "black"}) {
        source += std::string(first) + " " + second + "\n";
        target += std::string(second) + " " + first + "\n";
      }
    }
    put_file(folder_ / "train.en", source + more_source);
    put_file(folder_ / "train.de", target + more_target);
  }
  void prepare(const fs::path& run) const { prepare_data(config_, run, {}); }

  // Whatever happened, the next start ends with what an undisturbed one has.
  void expect_mended(int64_t pairs) const {
    const PreparedData data = prepare_data(config_, run_, {.verify = true});
    EXPECT_EQ(data.train.size(), pairs);
    EXPECT_EQ(temporary_names(run_), std::vector<std::string>{});
    EXPECT_EQ(read_file(run_ / "data/train/shard-00000.bin"),
              read_file(folder_ / "expected/data/train/shard-00000.bin"));
  }

  ScratchFolder folder_;
  fs::path run_ = folder_ / "run";
  Config config_;
  // Of all faults those that differ here; each costs a second.
  std::vector<Fault> faults_ = {
      {.error = ENOSPC}, {.error = EROFS, .stays = true}, {.kills = true, .loses_unsynced = true}};
};

TEST_F(PrepareFaults, ANewRunIsMendedByTheNextStartWhateverFails) {
  prepare(folder_ / "expected");
  for (const Fault& fault : faults_) {
    const int64_t calls =
        at_every_call(fault, [&] { fs::remove_all(run_); }, [&] { prepare(run_); }, [&] { expect_mended(25); });
    EXPECT_GE(calls, 40);
  }
}

TEST_F(PrepareFaults, ChangedTextIsMendedByTheNextStartWhateverFails) {
  put_text("two red\n", "black one\n");
  prepare(folder_ / "expected");
  for (const Fault& fault : faults_) {
    at_every_call(
        fault,
        [&] {
          put_text("", "");
          fs::remove_all(run_);
          prepare(run_);
          put_text("two red\n", "black one\n");
        },
        [&] { prepare(run_); }, [&] { expect_mended(26); });
  }
}

TEST_F(PrepareFaults, AFullDiskIsToldWithPathAndBytes) {
  RandomStream random(1);
  const auto pairs = random_pairs(20'000, 20, random);
  const std::string message = error_message([&] {
    const FaultyDisk disk({.free_bytes = 100'000}, 0);
    write_corpus(folder_ / "corpus", pairs);
  });
  EXPECT_NE(message.find("shard-00000.bin ("), std::string::npos) << message;
  EXPECT_NE(message.find(" bytes): No space left on device"), std::string::npos) << message;
  EXPECT_EQ(temporary_names(folder_.path()), std::vector<std::string>{});
}

}  // namespace
}  // namespace tfm
