#include "text/subword_sampler.h"

#include <gtest/gtest.h>
#include <sentencepiece_processor.h>

#include <cmath>
#include <map>
#include <set>
#include <thread>

#include "core/error.h"

namespace tfm {
namespace {

using Ids = std::vector<int32_t>;
using Counts = std::map<Ids, int64_t>;

constexpr uint64_t kSeed = 20240;

const std::vector<std::string> kTexts = {"the cat reads books .",
                                         "The dog , the ball ; the RIVER ?",
                                         "猫在花园里看书。",
                                         "明天，你喝茶吗？",
                                         "Tom 和 the 小狗 walk .",
                                         "",
                                         "   two  blanks  ",
                                         "<s> the </s> <unk> <pad>",
                                         "▁ the▁cat",
                                         "龘 emoji 😀 é, the cat 龘",
                                         "<2zh> the cat,<sep>猫<sep> \"a,b\" 😀。"};
const std::vector<std::string> kUnigramModels = {"default_ids", "tfm_ids", "no_bos_no_pad", "unk_alone",
                                                 "byte_fallback"};
const std::vector<std::string> kBpeModels = {"no_bos", "symbols"};

std::vector<std::string> all_models() {
  std::vector<std::string> models = kUnigramModels;
  models.insert(models.end(), kBpeModels.begin(), kBpeModels.end());
  return models;
}

std::string model_file(const std::string& name) { return TFM_TEST_DATA "/tokenizer_" + name + ".model"; }
Tokenizer load(const std::string& name) { return Tokenizer::load(model_file(name)); }
RandomStream stream(uint64_t draw) { return RandomStream(stream_key(kSeed, "subword test", {draw})); }

Counts our_counts(const Tokenizer& tokenizer, double strength, const std::string& text, int draws) {
  const SubwordSampler sampler(tokenizer, strength);
  const Ids ids = tokenizer.encode(text);
  Counts counts;
  for (int draw = 0; draw < draws; ++draw) ++counts[sampler.sample(ids, stream(static_cast<uint64_t>(draw)))];
  return counts;
}

// In a thread of its own: SentencePiece's generator takes the seed once a thread.
Counts their_counts(const std::string& model, double strength, const std::string& text, int draws) {
  sentencepiece::SentencePieceProcessor processor;
  EXPECT_TRUE(processor.Load(model_file(model)).ok());
  Counts counts;
  sentencepiece::SetRandomGeneratorSeed(static_cast<unsigned>(kSeed));
  std::thread([&] {
    for (int draw = 0; draw < draws; ++draw) {
      ++counts[processor.SampleEncodeAsIds(text, -1, static_cast<float>(strength))];
    }
  }).join();
  return counts;
}

// Two samples of the same size: the chi-square statistic of their difference, less its mean, in standard deviations.
// What was drawn less than ten times is one cell.
double deviation(const Counts& a, const Counts& b) {
  std::map<Ids, std::pair<double, double>> cells;
  for (const auto& [ids, count] : a) cells[ids].first = static_cast<double>(count);
  for (const auto& [ids, count] : b) cells[ids].second = static_cast<double>(count);
  std::pair<double, double> rare;
  double statistic = 0.0, degrees = -1.0;
  const auto add = [&](double left, double right) {
    if (left + right == 0.0) return;
    statistic += (left - right) * (left - right) / (left + right);
    degrees += 1.0;
  };
  for (const auto& [ids, counts] : cells) {
    if (counts.first + counts.second >= 10.0) {
      add(counts.first, counts.second);
    } else {
      rare = {rare.first + counts.first, rare.second + counts.second};
    }
  }
  add(rare.first, rare.second);
  return degrees > 0.0 ? (statistic - degrees) / std::sqrt(2.0 * degrees) : statistic;
}

// Every way to cut `text` into pieces of the model, with its weight: the product of p(piece)^alpha.
void enumerate(const std::vector<std::pair<std::string, float>>& pieces, std::string_view text, double alpha,
               double weight, Ids& ids, std::map<Ids, double>& weights) {
  if (text.empty()) weights[ids] = weight;
  for (size_t id = 0; id < pieces.size(); ++id) {
    const auto& [piece, score] = pieces[id];
    if (piece.empty() || !text.starts_with(piece)) continue;
    ids.push_back(static_cast<int32_t>(id));
    enumerate(pieces, text.substr(piece.size()), alpha, weight * std::exp(alpha * static_cast<double>(score)), ids,
              weights);
    ids.pop_back();
  }
}

std::map<Ids, double> all_segmentations(const std::string& model, const std::string& normalized, double alpha) {
  sentencepiece::SentencePieceProcessor processor;
  EXPECT_TRUE(processor.Load(model_file(model)).ok());
  std::vector<std::pair<std::string, float>> pieces;
  for (int id = 0; id < processor.GetPieceSize(); ++id) {
    const bool normal = !processor.IsUnknown(id) && !processor.IsControl(id) && !processor.IsByte(id);
    pieces.emplace_back(normal ? processor.IdToPiece(id) : "", processor.GetScore(id));
  }
  std::map<Ids, double> weights;
  Ids ids;
  enumerate(pieces, normalized, alpha, 1.0, ids, weights);
  return weights;
}

std::string message_of(const std::string& model, double strength) {
  try {
    SubwordSampler(load(model), strength);
  } catch (const UserError& error) {
    return error.what();
  }
  return "no error";
}

TEST(SubwordSampler, DrawsEachUnigramSegmentationWithItsProbability) {
  constexpr int kDraws = 20000;
  const Tokenizer tokenizer = load("tfm_ids");
  for (const double alpha : {0.0, 0.2, 1.0}) {
    const auto weights = all_segmentations("tfm_ids", "▁the▁cat▁sees▁猫在花园", alpha);
    ASSERT_GT(weights.size(), 20U);
    double sum = 0.0;
    for (const auto& [ids, weight] : weights) sum += weight;
    const Counts counts = our_counts(tokenizer, alpha, "the cat sees 猫在花园", kDraws);
    double seen = 0.0;
    for (const auto& [ids, count] : counts) {
      ASSERT_TRUE(weights.contains(ids)) << "seed " << kSeed;
      const double share = weights.at(ids) / sum;
      seen += share;
      // Five standard deviations of a binomial; the one draw more is for shares of almost 0.
      EXPECT_NEAR(static_cast<double>(count), kDraws * share, 1.0 + 5.0 * std::sqrt(kDraws * share * (1.0 - share)))
          << "alpha " << alpha << ", seed " << kSeed;
    }
    EXPECT_GT(seen, 0.9);
  }
}

// A chi-square statistic of many cells is nearly normal; 5 standard deviations are met once in millions, 6 by few
// cells.
TEST(SubwordSampler, AgreesWithSentencePiecesOwnSampling) {
  for (const std::string model : {"tfm_ids", "byte_fallback", "no_bos"}) {
    for (const double strength : {0.1, 0.5}) {
      for (const std::string text : {"the cat reads", "猫在花园里看书。", "Nobody 龘 likes tea"}) {
        const double apart =
            deviation(our_counts(load(model), strength, text, 8000), their_counts(model, strength, text, 8000));
        EXPECT_LT(apart, 6.0) << model << ", strength " << strength << ": " << text << ", seed " << kSeed;
      }
    }
  }
}

TEST(SubwordSampler, WouldNoticeAnotherStrength) {
  for (const std::string model : {"tfm_ids", "no_bos"}) {
    const double apart =
        deviation(our_counts(load(model), 0.3, "the cat reads", 8000), their_counts(model, 0.2, "the cat reads", 8000));
    EXPECT_GT(apart, 10.0) << model;
  }
}

TEST(SubwordSampler, GivesThePlainEncodingWhenNothingIsLeftToChance) {
  const auto expect_plain = [](const std::vector<std::string>& models, double strength) {
    for (const auto& model : models) {
      const Tokenizer tokenizer = load(model);
      const SubwordSampler sampler(tokenizer, strength);
      for (const auto& text : kTexts) {
        EXPECT_EQ(sampler.sample(tokenizer.encode(text), stream(1)), tokenizer.encode(text)) << model << ": " << text;
      }
    }
  };
  expect_plain(kUnigramModels, 1e4);
  expect_plain(kBpeModels, 0.0);
}

TEST(SubwordSampler, CutsIntoCharactersWhenEachMergeIsLeftOut) {
  const Tokenizer tokenizer = load("no_bos");
  const Ids ids = SubwordSampler(tokenizer, 1.0).sample(tokenizer.encode("the cat"), stream(1));
  std::string pieces;
  for (const int32_t id : ids) pieces += tokenizer.piece(id) + "|";
  EXPECT_EQ(pieces, "▁|t|h|e|▁|c|a|t|");
}

TEST(SubwordSampler, KeepsTheText) {
  for (const auto& model : all_models()) {
    const Tokenizer tokenizer = load(model);
    const SubwordSampler sampler(tokenizer, 0.3);
    for (const auto& text : kTexts) {
      const Ids ids = tokenizer.encode(text);
      for (uint64_t draw = 0; draw < 30; ++draw) {
        EXPECT_EQ(tokenizer.decode(sampler.sample(ids, stream(draw))), tokenizer.decode(ids)) << model << ": " << text;
      }
    }
  }
}

TEST(SubwordSampler, LeavesUnknownByteSpecialUserDefinedAndForeignIdsWhereTheyAre) {
  for (const std::string model : {"byte_fallback", "symbols", "tfm_ids"}) {
    const Tokenizer tokenizer = load(model);
    const SubwordSampler sampler(tokenizer, 0.5);
    const SpecialIds& special = tokenizer.special_ids();
    const std::set<std::string> symbols = {"<2zh>", "<sep>", "a,b", "😀"};
    const auto fixed_of = [&](const Ids& ids) {
      Ids fixed;
      for (const int32_t id : ids) {
        const bool foreign = id < 0 || id >= tokenizer.vocab_size();
        const std::string piece = foreign ? "" : tokenizer.piece(id);
        const bool is_special = id == special.pad || id == special.unk || id == special.bos || id == special.eos;
        if (foreign || is_special || symbols.contains(piece) || piece.starts_with("<0x")) fixed.push_back(id);
      }
      return fixed;
    };
    Ids ids = {static_cast<int32_t>(special.bos), -7};
    for (const int32_t id : tokenizer.encode("<2zh> the cat 龘<sep>猫 \"a,b\" é 😀")) ids.push_back(id);
    ids.push_back(1 << 30);
    ids.push_back(static_cast<int32_t>(special.eos));
    ASSERT_GT(fixed_of(ids).size(), 5U);
    for (uint64_t draw = 0; draw < 50; ++draw) {
      EXPECT_EQ(fixed_of(sampler.sample(ids, stream(draw))), fixed_of(ids)) << model << ", seed " << kSeed;
    }
  }
}

TEST(SubwordSampler, DependsOnTheStreamAlone) {
  for (const std::string model : {"tfm_ids", "no_bos"}) {
    const Tokenizer tokenizer = load(model);
    const Ids ids = tokenizer.encode("the cat reads books in the garden");
    const SubwordSampler first(tokenizer, 0.3), second(tokenizer, 0.3);
    std::set<Ids> epochs;
    for (uint64_t epoch = 0; epoch < 3; ++epoch) {
      const Ids sampled = first.sample(ids, stream(epoch));
      epochs.insert(sampled);
      std::vector<std::thread> threads;
      for (int i = 0; i < 4; ++i) {
        threads.emplace_back([&] { EXPECT_EQ(second.sample(ids, stream(epoch)), sampled); });
      }
      for (auto& thread : threads) thread.join();
    }
    EXPECT_EQ(epochs.size(), 3U) << model << ", seed " << kSeed;
  }
}

TEST(SubwordSampler, HoldsOutOnALongSentence) {
  std::string text;
  while (text.size() < 60000) text += "the cat reads books in the garden . 猫在花园里看书。";
  for (const std::string model : {"tfm_ids", "no_bos"}) {
    const Tokenizer tokenizer = load(model);
    const Ids ids = tokenizer.encode(text);
    EXPECT_EQ(tokenizer.decode(SubwordSampler(tokenizer, 0.1).sample(ids, stream(0))), tokenizer.decode(ids)) << model;
  }
}

TEST(SubwordSampler, RefusesAStrengthThatCannotBeMeant) {
  EXPECT_EQ(message_of("tfm_ids", -0.1),
            "subword sampling from a unigram vocabulary takes an exponent from 0 to 1e6 (0.1 is usual), got -0.1");
  EXPECT_EQ(message_of("no_bos", 1.5), "BPE dropout is a probability from 0 to 1 (0.1 is usual), got 1.5");
  EXPECT_EQ(message_of("no_bos", NAN), "BPE dropout is a probability from 0 to 1 (0.1 is usual), got nan");
}

}  // namespace
}  // namespace tfm
