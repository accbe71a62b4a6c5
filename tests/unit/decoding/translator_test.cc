#include "decoding/translator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <new>

#include "../file_testing.h"
#include "core/concat.h"
#include "text/tokenizer.h"
#include "torch_decoding/transformer_model.h"

namespace tfm {
namespace {

// Sentences of a few letters and marks; a vocabulary of characters.
class TranslatorTest : public ::testing::Test {
 protected:
  TranslatorTest() {
    std::vector<std::string> text;
    for (int i = 0; i < 200; ++i) text.push_back(concat("ab cd, ef. gh! ij ", i, "? 猫，狗。"));
    auto next = text.begin();
    const auto sentences = [&]() -> std::optional<std::string> {
      return next == text.end() ? std::nullopt : std::optional(*next++);
    };
    TokenizerConfig vocabulary;
    vocabulary.vocab_size = 40;
    const auto bytes = train_tokenizer(vocabulary, sentences, "text").model_bytes;
    tokenizers.source = std::make_shared<Tokenizer>(Tokenizer::from_bytes(bytes, "vocabulary"));
    tokenizers.target = tokenizers.source;
    config.max_length_extra = 4;
    config.max_length_ratio = 1.0;
    config.beam_size = 3;
  }

  Translator translator(Positions positions = Positions::kSinusoidal, int64_t num_best = 1) {
    ModelConfig model;
    model.d_model = 16;
    model.num_heads = 2;
    model.ffn_dim = 32;
    model.encoder_layers = model.decoder_layers = 1;
    model.max_positions = 64;
    model.positions = positions;
    const auto size = tokenizers.source->vocab_size();
    Transformer transformer(model, Vocabulary{.source_size = size, .target_size = size, .shared = true});
    transformer->initialize(3);
    const auto& ids = tokenizers.source->special_ids();
    const auto decoding = decoding_model(transformer, aligning_attention({}, model), ids, ids);
    return Translator({{decoding}}, TextCodec(tokenizers, data), config, num_best);
  }

  static std::vector<SourceLine> lines_of(const std::vector<std::string>& texts) {
    std::vector<SourceLine> lines;
    for (const auto& text : texts) lines.push_back({text, false, std::ssize(lines) + 1});
    return lines;
  }

  static std::vector<std::string> texts_of(const std::vector<Translation>& translations) {
    std::vector<std::string> texts;
    for (const auto& translation : translations) texts.push_back(translation.text());
    return texts;
  }

  Tokenizers tokenizers;
  DataConfig data;
  DecodingConfig config;
};

std::vector<LineStatus> statuses_of(const std::vector<Translation>& translations) {
  std::vector<LineStatus> statuses;
  for (const auto& translation : translations) statuses.push_back(translation.status);
  return statuses;
}

std::string repeated(const std::string& text, int64_t count) {
  std::string result;
  for (int64_t i = 0; i < count; ++i) result += text;
  return result;
}

TEST_F(TranslatorTest, ALongLineIsTranslatedInPartsAndHarmsNoOther) {
  config.max_source_length = 50;
  const std::vector<std::string> texts = {"ab cd.", repeated("ab cd, ef。", 1000), "gh!", repeated("!", 363)};
  for (const auto positions : {Positions::kSinusoidal, Positions::kLearned, Positions::kRotary}) {
    const auto results = translator(positions).translate(lines_of(texts));
    EXPECT_EQ(results[1].status, LineStatus::kSplit);
    EXPECT_TRUE(results[1].too_long);
    EXPECT_EQ(results[1].parts.size(), 1000U);
    EXPECT_EQ(results[3].status, LineStatus::kSplit);
    for (const std::size_t i : {0U, 2U}) {
      EXPECT_EQ(results[i].text(), translator(positions).translate(lines_of({texts[i]})).front().text());
      EXPECT_EQ(results[i].parts.size(), 1U);
    }
  }
}

// Of learned positions there are 64, one of them for the end mark.
TEST_F(TranslatorTest, NoPartHasMorePiecesThanThereArePositions) {
  for (const auto policy : {LongLines::kSplit, LongLines::kTruncate}) {
    config.long_lines = policy;
    const auto results = translator(Positions::kLearned).translate(lines_of({repeated("abcdefgh", 500)}));
    for (const auto& part : results[0].parts) EXPECT_LE(part.source.size(), 63U);
  }
}

TEST_F(TranslatorTest, WhatIsTruncatedIsItsBeginning) {
  config.max_source_length = 10;
  config.long_lines = LongLines::kTruncate;
  const auto result = translator().translate(lines_of({repeated("ab cd. ", 100)})).front();
  EXPECT_EQ(result.status, LineStatus::kTruncated);
  EXPECT_EQ(result.source_pieces.size(), 10U);
}

TEST_F(TranslatorTest, APartIsTranslatedAsALineOfItsOwn) {
  config.split_sentences = true;
  const auto results = translator().translate(lines_of({"ab cd. EF gh! Ij", "ab cd. ", "EF gh! ", "Ij"}));
  EXPECT_EQ(statuses_of(results)[0], LineStatus::kSplit);
  EXPECT_FALSE(results[0].too_long);
  std::string joined;
  double log_prob = 0.0;
  int64_t tokens = 0;
  for (std::size_t i = 1; i < 4; ++i) {
    joined += (joined.empty() || results[i].text().empty() ? "" : " ") + results[i].text();
    log_prob += results[i].nbest[0].log_prob;
    tokens += results[i].nbest[0].tokens;
  }
  data.target_language = "en";
  EXPECT_EQ(translator().translate(lines_of({"ab cd. EF gh! Ij"})).front().text(), joined);
  EXPECT_NEAR(results[0].nbest[0].log_prob, log_prob, 1e-4);  // batched otherwise, so the sums round otherwise
  EXPECT_EQ(results[0].nbest[0].tokens, tokens);
  EXPECT_NEAR(results[0].nbest[0].score, log_prob / static_cast<double>(tokens), 1e-5);
}

TEST_F(TranslatorTest, ALineInPartsHasOneTranslation) {
  config.split_sentences = true;
  const auto results = translator(Positions::kSinusoidal, 3).translate(lines_of({"ab cd. EF gh!", "ab cd."}));
  EXPECT_EQ(results[0].nbest.size(), 1U);
  EXPECT_EQ(results[1].nbest.size(), 3U);
}

TEST_F(TranslatorTest, BlankLinesAreNeverTranslated) {
  auto translating = translator();
  translating.check_each_step([] { FAIL() << "a blank line was searched for"; });
  const auto results = translating.translate(lines_of({"", " ", "\t", "\u3000", "\u00a0\u200b", "\ufeff", "\x01"}));
  for (const auto& result : results) {
    EXPECT_EQ(result.status, LineStatus::kBlank);
    EXPECT_EQ(result.text(), "");
  }
}

TEST_F(TranslatorTest, EachLineIsReportedOnceItIsDone) {
  config.max_source_length = 20;
  config.batch_size = 3;
  int64_t done = 0;
  std::vector<std::string> texts(10, "ab cd.");
  texts[3] = repeated("ab cd, ef。", 100);
  texts[7] = "";
  translator().translate(lines_of(texts), [&](int64_t count) { done += count; });
  EXPECT_EQ(done, 10);
}

TEST_F(TranslatorTest, WhereMemoryRunsOutFewerSentencesGoTogether) {
  std::vector<std::string> texts;
  for (int i = 0; i < 20; ++i) texts.push_back(repeated("ab cd ", 1 + i % 5));
  const auto expected = texts_of(translator().translate(lines_of(texts)));
  auto short_of_memory = translator();
  std::atomic<int> failures = 3;  // steps may be those of several threads
  short_of_memory.check_each_step([&] {
    if (failures > 0 && failures-- > 0) throw std::bad_alloc();
  });
  EXPECT_EQ(texts_of(short_of_memory.translate(lines_of(texts))), expected);
  EXPECT_EQ(failures, 0);
}

TEST_F(TranslatorTest, ALineThatMemoryDoesNotSufficeForIsNamed) {
  auto short_of_memory = translator();
  short_of_memory.check_each_step([] { throw std::bad_alloc(); });
  const auto message = error_message([&] { short_of_memory.translate(lines_of({"", "ab cd"})); });
  EXPECT_NE(message.find("line 2: memory doesn't suffice"), std::string::npos) << message;
}

TEST_F(TranslatorTest, AnyOtherErrorEndsIt) {
  auto failing = translator();
  failing.check_each_step([] { throw std::runtime_error("broken"); });
  EXPECT_THROW(failing.translate(lines_of({"ab", "cd"})), std::runtime_error);
}

}  // namespace
}  // namespace tfm
