#include "data/input_record.h"

#include <gtest/gtest.h>

#include <chrono>

#include "../file_testing.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

using Changes = std::vector<std::string>;

class InputRecordTest : public ::testing::Test {
 protected:
  InputRecordTest() {
    write_file(folder_ / "train.en", "one\n");
    write_file(folder_ / "train.de", "eins\n");
    config_.data.train = {{.source = folder_ / "train.en", .target = folder_ / "train.de"}};
    record_ = record_inputs(config_);
  }
  // A second later: a file system's clock may be coarse.
  void rewrite_target(const std::string& text) const {
    const auto before = std::filesystem::last_write_time(folder_ / "train.de");
    write_file(folder_ / "train.de", text);
    std::filesystem::last_write_time(folder_ / "train.de", before + std::chrono::seconds(1));
  }
  std::string path(const char* name) const { return (folder_ / name).string(); }

  ScratchFolder folder_;
  Config config_;
  std::string record_;
};

TEST_F(InputRecordTest, SeesNoChangeWhereThereIsNone) { EXPECT_EQ(changes_since(record_, config_), Changes{}); }

TEST_F(InputRecordTest, LeavesOutWhatDoesNotDecideTheResult) {
  config_.training.seed = 9;
  config_.data.valid = CorpusConfig{.source = folder_ / "valid.en", .target = folder_ / "valid.de"};
  config_.data.train[0].weight = 2;
  config_.tokenizer.sampling = 0.1;
  EXPECT_EQ(changes_since(record_, config_), Changes{});
}

TEST_F(InputRecordTest, NamesChangedSettings) {
  config_.data.max_length = 50;
  config_.tokenizer.vocab_size = 500;
  config_.tokenizer.shared = false;
  EXPECT_EQ(changes_since(record_, config_), (Changes{"/data/max_length: 256 -> 50", "/tokenizer/shared: true -> false",
                                                      "/tokenizer/vocab_size: 8000 -> 500"}));
}

TEST_F(InputRecordTest, NamesAChangedAlignment) {
  config_.data.train[0].alignment_units = AlignmentUnits::kPieces;
  EXPECT_EQ(changes_since(record_, config_), Changes{});  // of no alignment
  config_.data.train[0].alignment_units = AlignmentUnits::kWords;
  write_file(folder_ / "train.align", "0-0\n");
  config_.data.train[0].alignment = folder_ / "train.align";
  const auto changes = changes_since(record_, config_);
  ASSERT_EQ(changes.size(), 2U);  // the corpus has a setting more
  EXPECT_EQ(changes[1], concat("/data/train/0/alignment: ", path("train.align"), " was not there"));
  record_ = record_inputs(config_);
  EXPECT_EQ(changes_since(record_, config_), Changes{});
  write_file(folder_ / "train.align", "0-0 0-1\n");
  EXPECT_EQ(changes_since(record_, config_),
            Changes{concat("/data/train/0/alignment: ", path("train.align"), " has other contents than before")});
}

TEST_F(InputRecordTest, NamesAFileOfAnotherSize) {
  write_file(folder_ / "train.de", "eins zwei\n");
  EXPECT_EQ(changes_since(record_, config_),
            Changes{concat("/data/train/0/target: ", path("train.de"), " has other contents than before")});
}

TEST_F(InputRecordTest, NamesAFileOfTheSameSizeWithOtherContents) {
  rewrite_target("zwei\n");
  EXPECT_EQ(changes_since(record_, config_),
            Changes{concat("/data/train/0/target: ", path("train.de"), " has other contents than before")});
}

TEST_F(InputRecordTest, TakesATouchedOrMovedFileForTheSame) {
  rewrite_target("eins\n");
  std::filesystem::rename(folder_ / "train.en", folder_ / "moved.en");
  config_.data.train[0].source = folder_ / "moved.en";
  EXPECT_EQ(changes_since(record_, config_), Changes{});
}

TEST_F(InputRecordTest, NamesCorporaAndModelsThatComeAndGo) {
  config_.data.train.push_back(config_.data.train[0]);
  config_.tokenizer.source_model = folder_ / "train.en";
  EXPECT_EQ(changes_since(record_, config_),
            (Changes{R"(/data/train/1: is new, {"encoding":"auto","format":"auto","header":false,"source_column":1,)"
                     R"("source_key":null,"tag":null,"target_column":2,"target_key":null})",
                     concat("/data/train/1/source: ", path("train.en"), " was not there"),
                     concat("/data/train/1/target: ", path("train.de"), " was not there"),
                     concat("/tokenizer/source_model: ", path("train.en"), " was not there")}));
  const std::string longer = record_inputs(config_);
  config_.tokenizer.source_model.reset();
  EXPECT_EQ(changes_since(longer, config_),
            Changes{concat("/tokenizer/source_model: \"", path("train.en"), "\" is no longer used")});
}

TEST_F(InputRecordTest, NamesAMissingFile) {
  std::filesystem::remove(folder_ / "train.en");
  EXPECT_EQ(error_message([&] { changes_since(record_, config_); }),
            path("train.en") + ": can't be read: No such file or directory; where it was moved, say so in the config");
}

TEST_F(InputRecordTest, DoesNotTrustAnotherVersionOrADamagedRecord) {
  const Changes expected{"it was prepared by another version of tfm, or its record is damaged"};
  EXPECT_EQ(changes_since("", config_), expected);
  EXPECT_EQ(changes_since("{\"version\": 99, \"settings\": {}, \"files\": {}}", config_), expected);
  EXPECT_EQ(changes_since("{\"version\": 1}", config_), expected);
}

}  // namespace
}  // namespace tfm
