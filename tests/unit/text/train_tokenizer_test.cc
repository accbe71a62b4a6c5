#include <gtest/gtest.h>

#include <algorithm>

#include "core/error.h"
#include "text/tokenizer.h"

namespace tfm {
namespace {

using namespace std::string_literals;

SentenceSource source_of(std::vector<std::string> sentences) {
  return [sentences = std::move(sentences), position = size_t{0}]() mutable -> std::optional<std::string> {
    if (position == sentences.size()) return std::nullopt;
    return sentences[position++];
  };
}

// `count` different sentences in two languages, always the same.
std::vector<std::string> corpus(int count) {
  const std::vector<std::string> animals = {"cat", "dog", "horse", "bird", "cow"};
  const std::vector<std::string> verbs = {"sees", "follows", "likes", "knows"};
  const std::vector<std::string> chinese = {"猫", "狗", "马", "鸟", "牛"};
  std::vector<std::string> sentences;
  for (size_t i = 0; sentences.size() < static_cast<size_t>(count); ++i) {
    const size_t j = i / 5;
    sentences.push_back("the " + animals[i % 5] + " " + verbs[j % 4] + " " + animals[j / 4 % 5] + " " +
                        std::to_string(i) + ".");
    sentences.push_back(chinese[i % 5] + "看见" + chinese[j % 5] + "，" + std::to_string(i) + "。");
  }
  sentences.resize(static_cast<size_t>(count));
  return sentences;
}

TokenizerConfig small_config(int64_t vocab_size = 75) {
  TokenizerConfig config;
  config.vocab_size = vocab_size;
  config.character_coverage = 1.0;
  return config;
}

TrainedTokenizer train(const TokenizerConfig& config, const std::vector<std::string>& sentences) {
  return train_tokenizer(config, source_of(sentences), "train.en");
}

Tokenizer train_and_load(const TokenizerConfig& config, const std::vector<std::string>& sentences) {
  return Tokenizer::from_bytes(train(config, sentences).model_bytes, "trained");
}

std::string message_of(const TokenizerConfig& config, const std::vector<std::string>& sentences) {
  try {
    train(config, sentences);
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

// The number behind "that works is", or -1.
int64_t named_size(const std::string& message) {
  const std::string words = "that works is ";
  const size_t position = message.find(words);
  return position == std::string::npos ? -1 : std::stoll(message.substr(position + words.size()));
}

class TrainTokenizer : public testing::TestWithParam<TokenizerType> {
 protected:
  TokenizerConfig config(int64_t vocab_size = 75) const {
    TokenizerConfig config = small_config(vocab_size);
    config.type = GetParam();
    return config;
  }
};
INSTANTIATE_TEST_SUITE_P(Types, TrainTokenizer, testing::Values(TokenizerType::kUnigram, TokenizerType::kBpe),
                         [](const auto& test) { return test.param == TokenizerType::kBpe ? "Bpe" : "Unigram"; });

TEST_P(TrainTokenizer, GivesTheSizeAndTheSpecialIdsItPromises) {
  const Tokenizer tokenizer = train_and_load(config(), corpus(400));
  EXPECT_EQ(tokenizer.vocab_size(), 75);
  const SpecialIds& ids = tokenizer.special_ids();
  EXPECT_EQ(ids.pad, 0);
  EXPECT_EQ(ids.unk, 1);
  EXPECT_EQ(ids.bos, 2);
  EXPECT_EQ(ids.eos, 3);
}

TEST_P(TrainTokenizer, KeepsEveryCharacterOfItsText) {
  const Tokenizer tokenizer = train_and_load(config(), corpus(400));
  for (const auto& sentence : corpus(50)) EXPECT_EQ(tokenizer.decode(tokenizer.encode(sentence)), sentence);
}

TEST_P(TrainTokenizer, GivesTheSameBytesEachTime) {
  TokenizerConfig sampled = config();
  sampled.max_sentences = 150;
  EXPECT_EQ(train(config(), corpus(400)).model_bytes, train(config(), corpus(400)).model_bytes);
  EXPECT_EQ(train(sampled, corpus(400)).model_bytes, train(sampled, corpus(400)).model_bytes);
}

TEST_P(TrainTokenizer, NamesTheLeastSizeThatWorks) {
  const std::string message = message_of(config(10), corpus(400));
  const int64_t least = named_size(message);
  EXPECT_EQ(message, "/tokenizer/vocab_size: 10 is too small for the characters of train.en; the least that works is " +
                         std::to_string(least) +
                         " (special symbols and every character that a coverage of 1 asks for): raise it, or lower "
                         "/tokenizer/character_coverage");
  EXPECT_EQ(train_and_load(config(least), corpus(400)).vocab_size(), least);
  EXPECT_EQ(named_size(message_of(config(least - 1), corpus(400))), least);
}

TEST_P(TrainTokenizer, NamesTheGreatestSizeThatWorks) {
  const std::string message = message_of(config(30000), corpus(40));
  const int64_t most = named_size(message);
  EXPECT_EQ(message, "/tokenizer/vocab_size: 30000 is more than train.en can fill; the most that works is " +
                         std::to_string(most) + ": lower it, or give more text");
  EXPECT_EQ(train_and_load(config(most), corpus(40)).vocab_size(), most);
  EXPECT_EQ(named_size(message_of(config(most + 1), corpus(40))), most);
}

TEST_P(TrainTokenizer, SurvivesAlmostNoText) {
  EXPECT_EQ(named_size(message_of(config(4), {"a"})), 6);  // four special symbols, the blank, the letter
  EXPECT_EQ(train_and_load(config(6), {"a"}).vocab_size(), 6);
  EXPECT_NE(message_of(config(30), {"\uFFFD"}), "no error");
}

TEST_P(TrainTokenizer, IsNotBrokenBySymbolsThatSentencePieceUsesItself) {
  auto sentences = corpus(400);
  const size_t kept = sentences.size();
  sentences.insert(sentences.end(),
                   {"a\0b"s, "a\tb", "<s> </s> <unk> <pad>", "▁ the▁cat ▁", "<0x0A>", "⁇", "\xFF\xED\xA0\x80"});
  sentences.push_back("the ▅ cat");
  TokenizerConfig with_room = config(400);
  with_room.byte_fallback = true;
  const TrainedTokenizer trained = train(with_room, sentences);
  EXPECT_EQ(trained.sentences_used, static_cast<int64_t>(kept + 7));
  EXPECT_EQ(trained.sentences_skipped, 1);
  const Tokenizer tokenizer = Tokenizer::from_bytes(trained.model_bytes, "trained");
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("<s> ⁇ </s>")), "<s> ⁇ </s>");
  EXPECT_EQ(tokenizer.special_ids().eos, 3);
}

TEST_P(TrainTokenizer, WritesNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  message_of(config(), corpus(400));
  message_of(config(10), corpus(400));
  message_of(config(30000), corpus(40));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(TrainTokenizerSample, HoldsNoMoreThanMaxSentencesAndSpansTheText) {
  TokenizerConfig config = small_config();
  config.max_sentences = 200;
  EXPECT_EQ(train(config, corpus(1000)).sentences_used, 200);

  // The first 500 lines have one alphabet, the last 500 another: a sample knows both.
  std::vector<std::string> halves(500, "aaa bbb");
  halves.insert(halves.end(), 500, "yyy zzz");
  config.vocab_size = 9;
  config.max_sentences = 20;
  const Tokenizer tokenizer = train_and_load(config, halves);
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("abyz")), "abyz");
}

TEST(TrainTokenizerSample, HoldsNoMoreThanMaxTextAndSpansTheText) {
  TokenizerConfig config = small_config();
  config.vocab_size = 13;
  config.max_text_mib = 1;
  std::vector<std::string> halves(20'000, std::string(50, 'a') + " bbb");  // 2 MB in all
  halves.insert(halves.end(), 20'000, std::string(46, 'y') + " zzz");
  const TrainedTokenizer trained = train(config, halves);
  EXPECT_LE(trained.sentences_used * 50, 1 << 20);
  EXPECT_GT(trained.sentences_used * 54, 1'000'000);
  const Tokenizer tokenizer = Tokenizer::from_bytes(trained.model_bytes, "sample");
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("abyz")), "abyz");
}

TEST(TrainTokenizerSample, CutsLinesThatAreTooLongAndPassesOverBlankOnes) {
  auto sentences = corpus(400);
  sentences.push_back(std::string(16 * 1024 + 1, 'x'));
  sentences.insert(sentences.end(), {"", " \u3000", "\uFEFF"});
  const TrainedTokenizer trained = train(small_config(), sentences);
  EXPECT_EQ(trained.sentences_used, 402);
  EXPECT_EQ(trained.sentences_cut, 1);
  EXPECT_EQ(trained.sentences_skipped, 0);
}

TEST(TrainTokenizerSample, LearnsFromAChineseParagraphOfFiveThousandCharacters) {
  std::string paragraph;
  for (int i = 0; i < 5000; ++i) paragraph += i % 2 == 0 ? "龙" : "凤";
  auto sentences = corpus(400);
  sentences.push_back(paragraph);
  const TrainedTokenizer trained = train(small_config(), sentences);
  EXPECT_EQ(trained.sentences_skipped + trained.sentences_cut, 0);
  const Tokenizer tokenizer = Tokenizer::from_bytes(trained.model_bytes, "trained");
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("龙凤")), "龙凤");
}

TEST_P(TrainTokenizer, LearnsFromAllOfAChineseLineOfAHundredKilobytes) {
  std::string line = "鲸鲨。";
  for (int i = 0; line.size() < 100'000; ++i) line += "龙" + std::to_string(i) + (i % 9 == 8 ? "凤。" : "，");
  line += "鲤鳗";
  auto sentences = corpus(400);
  sentences.push_back(line);
  TokenizerConfig roomy = config(90);
  const TrainedTokenizer trained = train(roomy, sentences);
  EXPECT_EQ(trained.sentences_skipped, 0);
  EXPECT_EQ(trained.sentences_cut, 1);
  EXPECT_EQ(trained.sentences_used, 400 + 7);
  const Tokenizer tokenizer = Tokenizer::from_bytes(trained.model_bytes, "trained");
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("鲸鲨龙凤鲤鳗")), "鲸鲨龙凤鲤鳗");
  EXPECT_EQ(tokenizer.decode(tokenizer.encode(line)), line);
}

TEST_P(TrainTokenizer, GivesEachUserSymbolOnePiece) {
  TokenizerConfig with_symbols = config(90);
  with_symbols.symbols = {"<2en>", "<2zh>", "a,b", "say\"x\"", "\"", "😀", "，"};
  auto sentences = corpus(400);
  for (auto& sentence : sentences) sentence = "<2zh> " + sentence + "<sep>";
  const Tokenizer tokenizer = train_and_load(with_symbols, sentences);
  EXPECT_EQ(tokenizer.describe_special_ids(), "pad 0, unk 1, bos 2, eos 3");
  for (const auto& symbol : with_symbols.symbols) {
    EXPECT_TRUE(tokenizer.has_piece(symbol)) << symbol;
    const auto pieces = tokenizer.pieces("the cat" + symbol + "猫");
    EXPECT_EQ(std::count(pieces.begin(), pieces.end(), symbol), 1) << symbol;
  }
  const std::string text = "<2zh> the cat <2en>猫😀😀 a,b";
  EXPECT_EQ(tokenizer.decode(tokenizer.encode(text)), text);
  EXPECT_FALSE(tokenizer.has_piece("<2de>"));
}

TEST_P(TrainTokenizer, CountsUserSymbolsInTheLeastSize) {
  TokenizerConfig with_symbols = config(10);
  const int64_t without = named_size(message_of(with_symbols, corpus(400)));
  with_symbols.symbols = {"<2en>", "<2zh>"};
  const std::string message = message_of(with_symbols, corpus(400));
  EXPECT_EQ(named_size(message), without + 2);
  EXPECT_NE(message.find("(special symbols, 2 of /tokenizer/symbols and every"), std::string::npos) << message;
  with_symbols.vocab_size = without + 2;
  EXPECT_EQ(train_and_load(with_symbols, corpus(400)).vocab_size(), without + 2);
}

TEST(TrainTokenizerOptions, TypeDecidesOnTheScoresOfPieces) {
  // The scores of BPE are the numbers of its merges; those of unigram are log-probabilities: other bytes.
  TokenizerConfig config = small_config();
  const std::string unigram = train(config, corpus(400)).model_bytes;
  config.type = TokenizerType::kBpe;
  EXPECT_NE(train(config, corpus(400)).model_bytes, unigram);
}

TEST(TrainTokenizerOptions, ByteFallbackLeavesNothingUnknown) {
  TokenizerConfig config = small_config(340);
  config.byte_fallback = true;
  const Tokenizer tokenizer = train_and_load(config, corpus(400));
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("龘 😀 é")), "龘 😀 é");
  config.vocab_size = 200;
  EXPECT_NE(message_of(config, corpus(400)).find("(special symbols, 256 bytes and every character"), std::string::npos);
}

TEST(TrainTokenizerOptions, NormalizationDecidesOnFullWidthMarks) {
  TokenizerConfig config = small_config();
  const auto copy = [&](Normalization normalization) {
    config.normalization = normalization;
    const Tokenizer tokenizer = train_and_load(config, corpus(400));
    return tokenizer.decode(tokenizer.encode("猫看见狗，1。"));
  };
  EXPECT_EQ(copy(Normalization::kIdentity), "猫看见狗，1。");
  EXPECT_EQ(copy(Normalization::kNfkc), "猫看见狗,1。");
  EXPECT_EQ(copy(Normalization::kNmtNfkc), "猫看见狗,1。");
}

TEST(TrainTokenizerOptions, CoverageLeavesRareCharactersOut) {
  auto sentences = corpus(400);
  sentences.push_back("鲸");
  TokenizerConfig config = small_config();
  config.character_coverage = 0.999;
  const Tokenizer tokenizer = train_and_load(config, sentences);
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("猫鲸")), "猫");
}

TEST(TrainTokenizerErrors, SayWhenThereIsNoText) {
  const std::string rest = "give text with one sentence a line";
  EXPECT_EQ(message_of(small_config(), {}),
            "train.en: no text to learn a vocabulary from (lines skipped for U+2585: 0); " + rest);
  EXPECT_EQ(message_of(small_config(), {"", "▅"}),
            "train.en: no text to learn a vocabulary from (lines skipped for U+2585: 1); " + rest);
}

TEST(TrainTokenizerErrors, RefuseSymbolsThatCannotBe) {
  TokenizerConfig config = small_config();
  config.symbols = {"two words"};
  EXPECT_EQ(message_of(config, corpus(40)),
            "symbols that no vocabulary can have; change or remove them:\n"
            "  /tokenizer/symbols/0: \"two words\" has white space or a control character in it");
}

TEST(TrainTokenizerErrors, PassOnWhatSentencePieceRefuses) {
  TokenizerConfig config = small_config();
  config.character_coverage = 0.5;
  const std::string message = message_of(config, corpus(40));
  EXPECT_NE(message.find("train.en: SentencePiece can't learn a vocabulary from this text: "), std::string::npos)
      << message;
  EXPECT_NE(message.find("check the keys of /tokenizer"), std::string::npos) << message;
}

}  // namespace
}  // namespace tfm
