#include "data/prepare.h"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "../file_testing.h"
#include "core/concat.h"
#include "core/files.h"
#include "data/parallel_text.h"
#include "data_testing.h"

namespace tfm {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// Enough text for a small vocabulary: every number up to a hundred, in two invented languages.
std::string sentences(const std::vector<std::string>& words, int count = 100) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += words[static_cast<size_t>(i / 10) % words.size()] + " " + words[static_cast<size_t>(i % 10)] + "\n";
  }
  return text;
}
const std::vector<std::string> kSourceWords = {"zero", "one", "two",   "three", "four",
                                               "five", "six", "seven", "eight", "nine"};
const std::vector<std::string> kTargetWords = {"null",  "eins",  "zwei",   "drei", "vier",
                                               "fuenf", "sechs", "sieben", "acht", "neun"};

class PrepareTest : public ::testing::Test {
 protected:
  PrepareTest() {
    write_corpus(sentences(kSourceWords), sentences(kTargetWords));
    config_.data.train = {{.source = source_, .target = target_}};
    config_.data.target_language = "de";
    config_.tokenizer.vocab_size = 40;
  }
  void write_corpus(const std::string& source, const std::string& target) const {
    write_file(source_, source);
    write_file(target_, target);
  }
  void append(const std::string& source, const std::string& target) const {
    write_corpus(read_file(source_) + source, read_file(target_) + target);
  }

  PreparedData prepare(bool must_reuse = false) const {
    return prepare_data(config_, run_, {.must_reuse = must_reuse});
  }
  // What is shown while preparing.
  std::string output_of_prepare(bool must_reuse = false) const {
    ::testing::internal::CaptureStderr();
    EXPECT_NO_THROW(prepare(must_reuse));
    return ::testing::internal::GetCapturedStderr();
  }
  std::string refusal(bool must_reuse = false) const {
    return error_message([&] { prepare(must_reuse); });
  }
  Json report() const { return Json::parse(read_file(run_ / "data/report.json")); }
  bool reuses() const { return output_of_prepare().find("reusing") != std::string::npos; }

  ScratchFolder folder_;
  fs::path source_ = folder_ / "train.en";
  fs::path target_ = folder_ / "train.de";
  fs::path run_ = folder_ / "run";
  Config config_;
};

TEST_F(PrepareTest, EncodesEveryPairInItsOrder) {
  const PreparedData data = prepare();
  ASSERT_EQ(data.train.size(), 100);
  EXPECT_TRUE(data.tokenizers.shared());
  EXPECT_EQ(data.tokenizers.source->decode(read_pair(data.train, 12).source), "one two");
  EXPECT_EQ(data.tokenizers.target->decode(read_pair(data.train, 12).target), "eins zwei");
  EXPECT_EQ(data.train.tokenizer_fingerprint(), data.tokenizers.fingerprint());
}

TEST_F(PrepareTest, LearnsAVocabularyForEachSideWhereAsked) {
  config_.tokenizer.shared = false;
  config_.tokenizer.vocab_size = 25;
  const PreparedData data = prepare();
  EXPECT_FALSE(data.tokenizers.shared());
  EXPECT_EQ(data.tokenizers.source->decode(read_pair(data.train, 12).source), "one two");
  EXPECT_EQ(data.tokenizers.target->decode(read_pair(data.train, 12).target), "eins zwei");
  // "w" stands on both sides, "x" on the source side only.
  EXPECT_EQ(data.tokenizers.target->encode("x").back(), data.tokenizers.target->special_ids().unk);
  EXPECT_NE(data.tokenizers.source->encode("x").back(), data.tokenizers.source->special_ids().unk);
}

TEST_F(PrepareTest, TakesGivenVocabularies) {
  prepare();
  fs::copy_file(run_ / "tokenizer/shared.model", folder_ / "given.model");
  config_.tokenizer.source_model = folder_ / "given.model";
  config_.tokenizer.vocab_size = 5;  // too small to be learnt
  run_ = folder_ / "other";
  EXPECT_EQ(prepare().tokenizers.source->model_bytes(), read_file(folder_ / "given.model"));
}

TEST_F(PrepareTest, JoinsTheCorpora) {
  write_file(folder_ / "more.en", "two one\n");
  write_file(folder_ / "more.de", "zwei eins\n");
  config_.data.train.push_back({.source = folder_ / "more.en", .target = folder_ / "more.de"});
  const PreparedData data = prepare();
  ASSERT_EQ(data.train.size(), 101);
  EXPECT_EQ(data.tokenizers.source->decode(read_pair(data.train, 100).source), "two one");
  EXPECT_EQ(report()["corpora"].size(), 2u);
  EXPECT_EQ(report()["read"], 101);
}

TEST_F(PrepareTest, CountsWhatItDropsAndMends) {
  append("\none\n \u3000\u200B\ntwo\r\none\xFF two\nthree\n", "eins\n\n\nzwei\neins zwei\ndrei\vzwei\n");
  write_file(source_, "\uFEFF" + read_file(source_));
  const std::string output = output_of_prepare();
  const Json json = report();
  EXPECT_EQ(json["read"], 106);
  EXPECT_EQ(json["dropped"], 3);
  EXPECT_EQ(json["kept"], 103);
  EXPECT_EQ(json["altered"], 4);
  const Json& rules = json["corpora"][0]["rules"];
  EXPECT_EQ(rules["blank_source"]["lines"], (Json{101, 103}));
  EXPECT_EQ(rules["blank_target"]["lines"], (Json{102, 103}));
  EXPECT_EQ(rules["carriage_return_source"]["lines"], (Json{104}));
  EXPECT_EQ(rules["invalid_utf8_source"]["lines"], (Json{105}));
  EXPECT_EQ(rules["control_target"]["lines"], (Json{106}));
  EXPECT_EQ(rules["byte_order_mark_source"]["lines"], (Json{1}));
  EXPECT_NE(output.find("3 of 106 pairs dropped (2.8 %), 4 altered"), std::string::npos) << output;
  EXPECT_NE(output.find("2 source lines blank: 101, 103"), std::string::npos) << output;
  EXPECT_NE(output.find("more in " + (run_ / "data/report.html").string()), std::string::npos) << output;
}

TEST_F(PrepareTest, KeepsPairsOfExactlyTheGreatestLength) {
  const PreparedData data = prepare();
  const int64_t length = data.train.lengths(12).source;
  int64_t longer = 0;
  for (int64_t i = 0; i < data.train.size(); ++i) {
    longer += std::max<int64_t>(data.train.lengths(i).source, data.train.lengths(i).target) > length ? 1 : 0;
  }
  ASSERT_GT(longer, 0);
  config_.data.max_length = length;
  EXPECT_EQ(prepare().train.size(), 100 - longer);
  EXPECT_GT(report()["max_length_keeping_99_percent"], length);
}

TEST_F(PrepareTest, SaysNothingOfCleanText) { EXPECT_EQ(output_of_prepare().find("dropped"), std::string::npos); }

TEST_F(PrepareTest, DropsATextThatNormalizationEmpties) {
  config_.tokenizer.normalization = Normalization::kNmtNfkc;  // takes U+FFFD for a blank
  append("\uFFFD\n", "eins\n");
  EXPECT_EQ(prepare().train.size(), 100);
  EXPECT_EQ(report()["corpora"][0]["rules"]["blank_source"]["lines"], (Json{101}));
}

// --- Alignments ---

// Links "two one" with "zwei eins", word by word.
class AlignedPrepareTest : public PrepareTest {
 protected:
  AlignedPrepareTest() {
    std::string links;
    for (int i = 0; i < 100; ++i) links += "0-0 1-1\n";
    align(links);
  }
  void align(const std::string& links) {
    write_file(folder_ / "train.align", links);
    config_.data.train[0].alignment = folder_ / "train.align";
  }
  Alignment links_of(const ParallelCorpus& corpus, int64_t pair) const {
    Pieces ids;
    Alignment links;
    corpus.read(pair, ids, links);
    return links;
  }
};

TEST_F(AlignedPrepareTest, KeepsTheLinksBetweenThePiecesOfWords) {
  config_.tokenizer.vocab_size = 44;
  const PreparedData data = prepare();
  const auto words_of_pieces = [&](const Pieces& side) {  // the word that each piece belongs to
    std::vector<int> words;
    for (const int32_t piece : side) {
      const bool begins = data.tokenizers.source->piece(piece).starts_with("\u2581");
      words.push_back(words.empty() ? 0 : words.back() + (begins ? 1 : 0));
    }
    return words;
  };
  for (int64_t pair = 0; pair < data.train.size(); ++pair) {
    const PiecePair pieces = read_pair(data.train, pair);
    const auto source = words_of_pieces(pieces.source), target = words_of_pieces(pieces.target);
    Alignment expected;
    for (int32_t t = 0; t < std::ssize(target); ++t) {
      for (int32_t s = 0; s < std::ssize(source); ++s) {
        if (source[static_cast<size_t>(s)] == target[static_cast<size_t>(t)]) expected.push_back({s, t});
      }
    }
    ASSERT_EQ(links_of(data.train, pair), expected) << "pair " << pair;
  }
}

TEST_F(AlignedPrepareTest, ShiftsLinksBehindATag) {
  const Alignment untagged = links_of(prepare().train, 12);
  config_.data.train[0].tag = "<2de>";
  config_.tokenizer.vocab_size = 41;
  const PreparedData data = prepare();
  const Alignment tagged = links_of(data.train, 12);
  ASSERT_EQ(tagged.size(), untagged.size());
  for (size_t i = 0; i < tagged.size(); ++i) EXPECT_EQ(tagged[i].source, untagged[i].source + 1);
}

TEST_F(AlignedPrepareTest, TakesLinksOfPiecesAsTheyAre) {
  config_.data.train[0].alignment_units = AlignmentUnits::kPieces;
  EXPECT_EQ(pharaoh(links_of(prepare().train, 12)), "0-0 1-1");
}

TEST_F(AlignedPrepareTest, FollowsWordsThroughTheTextPolicy) {
  write_corpus(sentences(kSourceWords) + "two cats\n", sentences(kTargetWords) + "我们 爱 猫\n");
  std::string links(100, '\n');
  align(links + "0-1 1-2\n");
  config_.data.target_language = "zh";
  config_.data.cleaning.min_script_share = 0;
  config_.tokenizer.character_coverage = 1.0;
  config_.tokenizer.vocab_size = 44;
  const PreparedData data = prepare();
  const PiecePair pieces = read_pair(data.train, 100);
  EXPECT_EQ(data.tokenizers.target->decode(pieces.target).find(' '), std::string::npos);  // the blanks went
  std::string linked;  // the target's characters that have links
  int32_t last = -1;
  for (const auto& link : links_of(data.train, 100)) {
    if (link.target != last) linked += data.tokenizers.target->piece(pieces.target[static_cast<size_t>(link.target)]);
    last = link.target;
  }
  EXPECT_EQ(linked, "爱猫");
}

TEST_F(AlignedPrepareTest, CountsLinksThatAreLeftOutAndKeepsThePairs) {
  std::string links = "0-0 2-0\n\n";
  for (int i = 2; i < 100; ++i) links += "0-0\n";
  align(links);
  const std::string output = output_of_prepare();
  EXPECT_NE(output.find("1 pair without the links, which point to words or pieces that the sentence doesn't have: 1"),
            std::string::npos)
      << output;
  EXPECT_NE(output.find("; 98 pairs have links"), std::string::npos) << output;
  const Json alignment = report()["corpora"][0]["alignment"];
  EXPECT_EQ(alignment["pairs_with_links"], 98);
  EXPECT_EQ(alignment["pairs_without_links"], 1);
  EXPECT_EQ(alignment["links_left_out"]["outside"]["lines"], (Json{1}));
  EXPECT_EQ(report()["kept"], 100);
}

TEST_F(AlignedPrepareTest, LinksOnlyTheCorporaThatHaveAnAlignment) {
  write_file(folder_ / "more.en", "two one\n");
  write_file(folder_ / "more.de", "zwei eins\n");
  config_.data.train.push_back({.source = folder_ / "more.en", .target = folder_ / "more.de"});
  const PreparedData data = prepare();
  EXPECT_FALSE(links_of(data.train, 0).empty());
  EXPECT_TRUE(links_of(data.train, 100).empty());
}

TEST_F(AlignedPrepareTest, RefusesAlignmentsThatLinkNothing) {
  align(std::string(100, '\n'));
  EXPECT_EQ(refusal(),
            concat("no pair that is left has links, so that /training/guided_alignment_weight has nothing to guide; ",
                   (run_ / "data/report.json").string(), " says what became of the alignment's lines"));
}

TEST_F(AlignedPrepareTest, PreparesAgainWhenTheAlignmentHasChanged) {
  prepare();
  EXPECT_TRUE(reuses());
  std::string links = "0-1\n";
  for (int i = 1; i < 100; ++i) links += "1-0\n";
  align(links);
  const std::string output = output_of_prepare();
  EXPECT_NE(output.find("/data/train/0/alignment: "), std::string::npos) << output;
  EXPECT_FALSE(links_of(prepare().train, 1).empty());
  EXPECT_TRUE(reuses());
}

// --- Reuse ---

TEST_F(PrepareTest, ReusesWhatIsUnchanged) {
  EXPECT_FALSE(reuses());
  const std::string output = output_of_prepare(/*must_reuse=*/true);
  EXPECT_EQ(output, concat("reusing the data prepared in ", run_.string(), ": 100 pairs\n"));
}

TEST_F(PrepareTest, PreparesAgainWhenTheTextHasChanged) {
  prepare();
  append("one one\n", "eins eins\n");
  const std::string output = output_of_prepare();
  EXPECT_NE(output.find(concat("preparing again: what the data is made from has changed\n  /data/train/0/source: ",
                               source_.string(), " has other contents than before")),
            std::string::npos)
      << output;
  EXPECT_EQ(prepare().train.size(), 101);
}

TEST_F(PrepareTest, PreparesAgainWhenItWasNotFinished) {
  prepare();
  fs::remove(run_ / "data/prepared.json");
  EXPECT_FALSE(reuses());
  EXPECT_TRUE(reuses());
}

TEST_F(PrepareTest, PreparesAgainWhatIsDamagedOrLost) {
  prepare();
  const auto shard = run_ / "data/train/shard-00000.bin";
  fs::resize_file(shard, fs::file_size(shard) - 1);
  EXPECT_FALSE(reuses());
  fs::remove_all(run_ / "tokenizer");
  EXPECT_FALSE(reuses());
  EXPECT_TRUE(reuses());
}

TEST_F(PrepareTest, ForgetsTheOldRecordBeforeItBegins) {
  prepare();
  config_.tokenizer.vocab_size = 100'000;
  refusal();
  EXPECT_FALSE(fs::exists(run_ / "data/prepared.json"));
}

TEST_F(PrepareTest, ReplacesASharedVocabularyByTwo) {
  prepare();
  config_.tokenizer.shared = false;
  config_.tokenizer.vocab_size = 25;
  EXPECT_FALSE(prepare().tokenizers.shared());
  EXPECT_FALSE(fs::exists(run_ / "tokenizer/shared.model"));
}

TEST_F(PrepareTest, RefusesChangedDataInARunWithCheckpoints) {
  prepare();
  config_.tokenizer.vocab_size = 41;
  EXPECT_EQ(refusal(/*must_reuse=*/true),
            concat(run_.string(),
                   ": can't go on with this run's data: what the data is made from has changed\n"
                   "  /tokenizer/vocab_size: 40 -> 41\n"
                   "undo this, or begin anew with --fresh or another output folder"));
  EXPECT_TRUE(fs::exists(run_ / "data/prepared.json"));
}

TEST_F(PrepareTest, RefusesLostDataInARunWithCheckpoints) {
  prepare();
  fs::remove(run_ / "data/prepared.json");
  const std::string message = refusal(/*must_reuse=*/true);
  EXPECT_NE(message.find("prepared.json is missing"), std::string::npos) << message;
}

TEST_F(PrepareTest, RefusesDataOfAnotherVocabularyInARunWithCheckpoints) {
  prepare();
  const fs::path first = folder_ / "first";
  fs::copy(run_, first, fs::copy_options::recursive);
  config_.tokenizer.vocab_size = 41;
  prepare();
  fs::copy_file(first / "tokenizer/shared.model", run_ / "tokenizer/shared.model",
                fs::copy_options::overwrite_existing);
  const std::string message = refusal(/*must_reuse=*/true);
  EXPECT_NE(message.find("was encoded with other vocabularies than those in"), std::string::npos) << message;
}

// --- Bad input ---

TEST_F(PrepareTest, RefusesUnequalFiles) {
  append("one\n", "");
  EXPECT_EQ(refusal(), concat(source_.string(), " has 101 lines but ", target_.string(),
                              " has 100; a parallel corpus needs one line for one line"));
  EXPECT_FALSE(fs::exists(run_));
}

TEST_F(PrepareTest, RefusesAMissingFile) {
  fs::remove(target_);
  EXPECT_EQ(refusal(), target_.string() + ": can't be read: No such file or directory");
}

TEST_F(PrepareTest, RefusesAnEmptyFile) {
  write_file(source_, "");
  EXPECT_EQ(refusal(), source_.string() + " is empty; a parallel corpus needs one sentence a line");
}

TEST_F(PrepareTest, RefusesDataWhoseEveryPairIsDropped) {
  config_.data.max_length = 1;
  EXPECT_EQ(refusal(),
            concat("no training pair is left: all 100 were dropped; see ", (run_ / "data/report.json").string()));
  EXPECT_EQ(report()["dropped"], 100);
  EXPECT_FALSE(fs::exists(run_ / "data/train"));
}

TEST_F(PrepareTest, RefusesNothingButBlankLines) {
  write_corpus("\n\n", "\n\n");
  const std::string message = refusal();
  EXPECT_NE(
      message.find("no training pair is left to learn a vocabulary from: all 2 are dropped\n  2 source lines blank"),
      std::string::npos)
      << message;
}

TEST_F(PrepareTest, RefusesAFileWhereTheRunFolderBelongs) {
  write_file(run_, "a file");
  const std::string message = refusal();
  EXPECT_NE(message.find(run_.string()), std::string::npos) << message;
}

// --- Small corpora ---

TEST_F(PrepareTest, ReadsValidationTextLineForLine) {
  write_corpus("\uFEFFone\r\n\ntwo\n", "eins\nzwei\n\xFF\n");
  ::testing::internal::CaptureStderr();
  const auto text = read_parallel_text({.source = source_, .target = target_}, config_.data);
  const std::string output = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(text.sources, (std::vector<std::string>{"one", "", "two"}));
  EXPECT_EQ(text.targets, (std::vector<std::string>{"eins", "zwei", "\uFFFD"}));
  EXPECT_NE(output.find("1 target line with invalid bytes replaced by U+FFFD: 3"), std::string::npos) << output;
}

TEST_F(PrepareTest, RefusesUnequalValidationFiles) {
  append("one\n", "");
  const std::string message =
      error_message([&] { read_parallel_text({.source = source_, .target = target_}, config_.data); });
  EXPECT_NE(message.find("has 101 lines but"), std::string::npos) << message;
}

}  // namespace
}  // namespace tfm
