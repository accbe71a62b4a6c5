#include "text/tokenizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <thread>

#include "../file_testing.h"
#include "core/error.h"
#include "core/files.h"
#include "text/unicode.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

// What make_tokenizer_golden.py wrote with Python's sentencepiece.
const nlohmann::json& golden() {
  static const auto value = nlohmann::json::parse(std::ifstream(TFM_TEST_DATA "/tokenizer.json"));
  return value;
}

fs::path model_file(const std::string& name) { return fs::path(TFM_TEST_DATA) / ("tokenizer_" + name + ".model"); }

Tokenizer load(const std::string& name) { return Tokenizer::load(model_file(name)); }

std::shared_ptr<const Tokenizer> load_shared(const std::string& name) {
  return std::make_shared<const Tokenizer>(load(name));
}

int32_t id_of(const Tokenizer& tokenizer, const std::string& piece) {
  for (int32_t id = 0; id < tokenizer.vocab_size(); ++id) {
    if (tokenizer.piece(id) == piece) return id;
  }
  throw std::runtime_error("no piece " + piece);
}

// The text of "the", the bytes and "cat".
std::string decode_between_words(const Tokenizer& tokenizer, const std::vector<std::string>& bytes) {
  std::vector<int32_t> ids = tokenizer.encode("the");
  for (const auto& piece : bytes) ids.push_back(id_of(tokenizer, piece));
  for (const int32_t id : tokenizer.encode("cat")) ids.push_back(id);
  return tokenizer.decode(ids);
}

template <typename Action>
std::string message_of(Action action) {
  try {
    action();
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kUsage);
    return error.what();
  }
  return "no error";
}

class TokenizersTest : public testing::Test {
 protected:
  const ScratchFolder scratch_;
  const fs::path folder_ = scratch_ / "tokenizers";
};

TEST(Tokenizer, AgreesWithPythonOnEveryIdLayout) {
  ASSERT_EQ(golden().size(), 7U);
  for (const auto& [name, expected] : golden().items()) {
    const Tokenizer tokenizer = load(name);
    for (const auto& text : expected.at("texts")) {
      const std::string line = text.at("text");
      const std::vector<int32_t> ids = tokenizer.encode(line);
      EXPECT_EQ(ids, text.at("ids").get<std::vector<int32_t>>()) << name << ": " << line;
      EXPECT_EQ(tokenizer.pieces(line), text.at("pieces").get<std::vector<std::string>>()) << name << ": " << line;
      EXPECT_EQ(tokenizer.decode(ids), text.at("decoded").get<std::string>()) << name << ": " << line;
    }
  }
}

TEST(Tokenizer, ReadsSpecialIdsAndAddsTheMissingAfterTheLastPiece) {
  for (const auto& [name, expected] : golden().items()) {
    const Tokenizer tokenizer = load(name);
    int64_t next = expected.at("piece_count");
    const auto expected_id = [&](const char* symbol) {
      const int64_t id = expected.at("special").at(symbol);
      return id >= 0 ? id : next++;
    };
    const SpecialIds& ids = tokenizer.special_ids();
    EXPECT_EQ(ids.unk, expected_id("unk")) << name;
    EXPECT_EQ(ids.pad, expected_id("pad")) << name;
    EXPECT_EQ(ids.bos, expected_id("bos")) << name;
    EXPECT_EQ(ids.eos, expected_id("eos")) << name;
    EXPECT_EQ(tokenizer.vocab_size(), next) << name;
  }
}

TEST(Tokenizer, NamesEachSpecialSymbolOnce) {
  for (const auto& [name, expected] : golden().items()) {
    const Tokenizer tokenizer = load(name);
    std::map<std::string, int> count;
    for (int32_t id = 0; id < tokenizer.vocab_size(); ++id) ++count[tokenizer.piece(id)];
    for (const char* symbol : {"<pad>", "<unk>", "<s>", "</s>"}) EXPECT_EQ(count[symbol], 1) << name << symbol;
  }
}

TEST(Tokenizer, DescribesItsSpecialIds) {
  EXPECT_EQ(load("tfm_ids").describe_special_ids(), "pad 0, unk 1, bos 2, eos 3");
  EXPECT_EQ(load("default_ids").describe_special_ids(), "pad 143 (added), unk 0, bos 1, eos 2");
  EXPECT_EQ(load("no_bos").describe_special_ids(), "pad 3, unk 2, bos 180 (added), eos 0");
  EXPECT_EQ(load("no_bos_no_pad").describe_special_ids(), "pad 149 (added), unk 0, bos 150 (added), eos 1");
}

TEST(Tokenizer, FindsUserDefinedSymbolsInTextAndPrintsThem) {
  const Tokenizer tokenizer = load("symbols");
  const auto pieces = tokenizer.pieces("<2zh>the cat<sep>\u3000a,b😀😀");
  for (const std::string symbol : {"<2zh>", "<sep>", "a,b", "😀"}) {
    EXPECT_NE(std::find(pieces.begin(), pieces.end(), symbol), pieces.end()) << symbol;
  }
  for (const std::string text : {"<2zh> the cat", "<2zh>the cat<sep>猫", "a,b", "the <sep> 😀😀 cat"}) {
    EXPECT_EQ(tokenizer.decode(tokenizer.encode(text)), text);
  }
}

TEST(Tokenizer, SaysWhichPiecesTextCanBecome) {
  const Tokenizer tokenizer = load("symbols");
  for (const char* piece : {"<2zh>", "<sep>", "a,b", "😀", "▁the", "猫"})
    EXPECT_TRUE(tokenizer.has_piece(piece)) << piece;
  for (const char* piece : {"<s>", "</s>", "<unk>", "<pad>", "<2en>", "", "▁dragon"}) {
    EXPECT_FALSE(tokenizer.has_piece(piece)) << piece;
  }
  EXPECT_FALSE(load("byte_fallback").has_piece("<0x0A>"));
}

TEST(Tokenizer, HasNoPieceOutsideItsVocabulary) {
  const Tokenizer tokenizer = load("default_ids");
  EXPECT_THROW(tokenizer.piece(-1), std::out_of_range);
  EXPECT_THROW(tokenizer.piece(static_cast<int32_t>(tokenizer.vocab_size())), std::out_of_range);
}

TEST(Tokenizer, LeavesSpecialUnknownAndForeignIdsOutOfItsText) {
  for (const auto& [name, expected] : golden().items()) {
    const Tokenizer tokenizer = load(name);
    const SpecialIds& special = tokenizer.special_ids();
    std::vector<int32_t> ids;
    for (const int32_t id : tokenizer.encode("the cat 猫")) {
      for (const int64_t extra : {special.pad, special.unk, special.bos, special.eos, int64_t{-1}, int64_t{1} << 30}) {
        ids.push_back(static_cast<int32_t>(extra));
      }
      ids.push_back(id);
    }
    EXPECT_EQ(tokenizer.decode(ids), "the cat 猫") << name;
  }
}

TEST(Tokenizer, NeverTakesTextForASpecialSymbol) {
  for (const auto& [name, expected] : golden().items()) {
    const Tokenizer tokenizer = load(name);
    const SpecialIds& special = tokenizer.special_ids();
    for (const int32_t id : tokenizer.encode("<s> the </s> <pad> ▁")) {
      EXPECT_TRUE(id != special.pad && id != special.bos && id != special.eos) << name;
    }
  }
}

TEST(Tokenizer, TakesNulAndTabForBlanks) {
  const Tokenizer tokenizer = load("tfm_ids");
  EXPECT_EQ(tokenizer.encode(std::string("the\0cat\t", 8)), tokenizer.encode("the cat"));
  EXPECT_EQ(tokenizer.pieces(std::string("the\0cat\t", 8)), tokenizer.pieces("the cat"));
}

TEST(Tokenizer, EncodesBytesThatAreNotUtf8) {
  for (const char* name : {"tfm_ids", "byte_fallback"}) {
    const Tokenizer tokenizer = load(name);
    EXPECT_TRUE(is_valid_utf8(tokenizer.decode(tokenizer.encode("the \xFF\xED\xA0\x80 cat \xE4"))));
  }
}

TEST(Tokenizer, NeverDecodesToALineBreak) {
  const Tokenizer tokenizer = load("byte_fallback");
  for (const auto& bytes : std::vector<std::vector<std::string>>{{"<0x0A>"},
                                                                 {"<0x0D>"},
                                                                 {"<0x0B>"},
                                                                 {"<0x0C>"},
                                                                 {"<0x00>"},
                                                                 {"<0x1E>"},
                                                                 {"<0xC2>", "<0x85>"},
                                                                 {"<0xE2>", "<0x80>", "<0xA8>"},
                                                                 {"<0xE2>", "<0x80>", "<0xA9>"}}) {
    EXPECT_EQ(decode_between_words(tokenizer, bytes), "the  cat") << bytes.back();
  }
}

TEST(Tokenizer, DecodesAnyBytePiecesToValidUtf8) {
  const Tokenizer tokenizer = load("byte_fallback");
  EXPECT_EQ(decode_between_words(tokenizer, {"<0xE4>", "<0xBD>", "<0xA0>"}), "the你 cat");
  EXPECT_EQ(decode_between_words(tokenizer, {"<0xFF>"}), "the\uFFFD cat");
  for (const auto& bytes : std::vector<std::vector<std::string>>{
           {"<0xED>", "<0xA0>", "<0x80>"}, {"<0xE4>", "<0xBD>"}, {"<0xC0>", "<0xAF>"}, {"<0xF0>", "<0x9F>"}}) {
    const std::string text = decode_between_words(tokenizer, bytes);
    EXPECT_TRUE(is_valid_utf8(text)) << bytes[0];
    EXPECT_TRUE(text.starts_with("the\uFFFD") && text.ends_with(" cat")) << text;
  }
}

TEST(Tokenizer, KeepsFullWidthMarksWithoutNormalization) {
  const Tokenizer tokenizer = load("tfm_ids");
  EXPECT_EQ(tokenizer.decode(tokenizer.encode("明天，你喝茶吗？")), "明天，你喝茶吗？");
}

TEST(Tokenizer, IsKnownByTheModelsBytes) {
  const Tokenizer tokenizer = load("tfm_ids");
  EXPECT_EQ(tokenizer.model_bytes(), read_file(model_file("tfm_ids")));
  EXPECT_EQ(tokenizer.fingerprint(), checksum(tokenizer.model_bytes()));
  EXPECT_NE(tokenizer.fingerprint(), load("default_ids").fingerprint());
}

TEST(Tokenizer, CanBeUsedFromSeveralThreads) {
  const Tokenizer tokenizer = load("tfm_ids");
  const auto expected = tokenizer.encode("the cat reads 猫在花园里看书。");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int repeat = 0; repeat < 200; ++repeat) {
        EXPECT_EQ(tokenizer.encode("the cat reads 猫在花园里看书。"), expected);
        EXPECT_EQ(tokenizer.decode(expected), "the cat reads 猫在花园里看书。");
      }
    });
  }
  for (auto& thread : threads) thread.join();
}

TEST(Tokenizer, RefusesAFileThatIsNoModel) {
  const std::string advice = "give the .model file that SentencePiece or tfm wrote, copied whole";
  EXPECT_EQ(message_of([] { Tokenizer::from_bytes("just text", "notes.txt"); }),
            "notes.txt is no SentencePiece model, or a damaged one (9 bytes); " + advice);
  EXPECT_EQ(message_of([] { Tokenizer::from_bytes("", "empty.model"); }),
            "empty.model is no SentencePiece model, or a damaged one (0 bytes); " + advice);
  const std::string bytes = read_file(model_file("tfm_ids"));
  EXPECT_NE(message_of([&] { Tokenizer::from_bytes(bytes.substr(0, bytes.size() / 2), "half.model"); }), "no error");
}

TEST(Tokenizer, NamesTheModelFileThatIsMissing) {
  const std::string message = message_of([] { Tokenizer::load("no/such.model"); });
  EXPECT_NE(message.find("no/such.model"), std::string::npos) << message;
}

TEST_F(TokenizersTest, AreTheSameAfterSavingAndLoading) {
  const Tokenizers saved{load_shared("tfm_ids"), load_shared("no_bos")};
  EXPECT_FALSE(Tokenizers::exist_in(folder_));
  saved.save(folder_);
  EXPECT_TRUE(Tokenizers::exist_in(folder_));
  const Tokenizers loaded = Tokenizers::load(folder_);
  EXPECT_FALSE(loaded.shared());
  EXPECT_EQ(loaded.fingerprint(), saved.fingerprint());
  EXPECT_EQ(loaded.source->model_bytes(), saved.source->model_bytes());
  EXPECT_EQ(loaded.target->model_bytes(), saved.target->model_bytes());
}

TEST_F(TokenizersTest, AreOneObjectWhenShared) {
  const auto both = load_shared("tfm_ids");
  Tokenizers{both, both}.save(folder_);
  const Tokenizers loaded = Tokenizers::load(folder_);
  EXPECT_TRUE(loaded.shared());
  EXPECT_EQ(loaded.source, loaded.target);
  EXPECT_EQ(loaded.fingerprint(), both->fingerprint());
}

TEST_F(TokenizersTest, ReplaceAnOlderVocabularyOfTheOtherKind) {
  const auto both = load_shared("tfm_ids");
  const Tokenizers shared{both, both};
  const Tokenizers separate{load_shared("default_ids"), load_shared("no_bos")};
  shared.save(folder_);
  separate.save(folder_);
  EXPECT_EQ(Tokenizers::load(folder_).fingerprint(), separate.fingerprint());
  shared.save(folder_);
  EXPECT_EQ(Tokenizers::load(folder_).fingerprint(), shared.fingerprint());
  EXPECT_FALSE(fs::exists(folder_ / "source.model"));
}

TEST_F(TokenizersTest, HaveAFingerprintForEachSide) {
  const auto a = load_shared("tfm_ids");
  const auto b = load_shared("no_bos");
  EXPECT_NE((Tokenizers{a, b}.fingerprint()), (Tokenizers{b, a}.fingerprint()));
  EXPECT_NE((Tokenizers{a, load_shared("tfm_ids")}.fingerprint()), (Tokenizers{a, a}.fingerprint()));
}

TEST_F(TokenizersTest, SayWhichFileIsMissing) {
  EXPECT_EQ(message_of([&] { Tokenizers::load(folder_); }),
            folder_.string() +
                " holds no tokenizer (shared.model, or source.model and target.model); copy the model's "
                "folder whole, tokenizer included");
  Tokenizers{load_shared("tfm_ids"), load_shared("no_bos")}.save(folder_);
  fs::remove(folder_ / "target.model");
  EXPECT_EQ(message_of([&] { Tokenizers::load(folder_); }),
            folder_.string() +
                " holds source.model but no target.model; both sides need one: copy the model's folder "
                "whole");
  EXPECT_FALSE(Tokenizers::exist_in(folder_));
}

}  // namespace
}  // namespace tfm
