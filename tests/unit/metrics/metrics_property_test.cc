// What always holds of scores, tried on random texts of many scripts. A failure prints its seed.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <memory>

#include "core/concat.h"
#include "core/random.h"
#include "metrics/bleu.h"
#include "metrics/chrf.h"
#include "metrics/corpus.h"
#include "metrics/edit_rates.h"
#include "metrics/python_string.h"
#include "metrics/ter.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

using Lines = std::vector<std::string>;
using Metrics = std::vector<std::unique_ptr<Metric>>;

constexpr uint64_t kTrials = 40;

const Lines kPieces = {"the", "cat",     " ",    " ",  " ",    "我",     "们",     "的",   "。",  "，",
                       ".",   ",",       "-",    "1",  "3.14", "(x)",    "ΟΔΟΣ",   "Σ",    "İ",   "A",
                       "é",   "e\u0301", "👍🏽", "𠀀", "…",    "\u3000", "\u2028", "&lt;", "'s ", "\t"};

constexpr std::array kTokenizations = {BleuTokenization::kZh,   BleuTokenization::k13a,  BleuTokenization::kChar,
                                       BleuTokenization::kIntl, BleuTokenization::kNone, BleuTokenization::kZhFixed};

std::string random_line(RandomStream& random) {
  std::string line;
  for (auto left = random.below(25); left > 0; --left) line += kPieces[random.below(kPieces.size())];
  return line;
}

// The line with a few characters removed and one put in.
std::string edited(const std::string& line, RandomStream& random) {
  const auto text = metrics::decode_utf8(line);
  const auto at = random.below(text.size() + 1);
  return metrics::encode_utf8(text.substr(0, at)) + random_line(random).substr(0, 1) +
         metrics::encode_utf8(text.substr(std::min(text.size(), at + random.below(4))));
}

struct Trial {
  explicit Trial(uint64_t seed) : random(stream_key(seed, "metrics property", {})) {
    for (auto left = 1 + random.below(20); left > 0; --left) {
      references.push_back({random_line(random)});
      hypotheses.push_back(random.below(4) == 0 ? random_line(random) : edited(references.back().front(), random));
    }
  }
  RandomStream random;
  Lines hypotheses;
  References references;
};

void for_each_trial(const std::function<void(Trial&)>& check) {
  for (uint64_t seed = 1; seed <= kTrials; ++seed) {
    SCOPED_TRACE(concat("seed ", seed));
    Trial trial(seed);
    check(trial);
  }
}

// Every metric, in its main options.
Metrics every_metric(bool lowercase = false) {
  Metrics all;
  for (const auto tokenize : kTokenizations) {
    all.push_back(std::make_unique<Bleu>(BleuOptions{.tokenize = tokenize, .lowercase = lowercase}));
  }
  for (const int words : {0, 2}) {
    for (const bool on : {false, true}) {
      all.push_back(std::make_unique<Chrf>(
          ChrfOptions{.word_order = words, .lowercase = lowercase, .whitespace = on, .eps_smoothing = on}));
    }
  }
  for (const bool on : {false, true}) {
    all.push_back(std::make_unique<Ter>(
        TerOptions{.normalized = on, .no_punct = on, .asian_support = on, .case_sensitive = !lowercase}));
  }
  all.push_back(std::make_unique<EditRate>(EditUnit::kWord, lowercase));
  all.push_back(std::make_unique<EditRate>(EditUnit::kCharacter, lowercase));
  all.push_back(std::make_unique<ExactMatch>(lowercase));
  return all;
}

double score(const Metric& metric, const Lines& hypotheses, const References& references) {
  return metric.score(count_segments(metric, hypotheses, references, 1).sums());
}

// sacreBLEU's TER with `normalized` splits a reference twice, see ter.cc.
TEST(MetricsProperty, ATextEqualToItsReferenceIsPerfect) {
  for_each_trial([](Trial& trial) {
    trial.references.push_back({"some words of at least six letters"});  // n-grams of every order
    Lines same;
    for (const auto& own : trial.references) same.push_back(own.front());
    for (const auto& metric : every_metric()) {
      if (signature_text(*metric, {}).find("norm:yes") != std::string::npos) continue;
      EXPECT_NEAR(score(*metric, same, trial.references), metric->higher_is_better() ? 100.0 : 0.0, 1e-9)
          << signature_text(*metric, {});
    }
  });
}

TEST(MetricsProperty, ScoresStayInTheirRange) {
  for_each_trial([](Trial& trial) {
    for (const auto& metric : every_metric()) {
      const double value = score(*metric, trial.hypotheses, trial.references);
      EXPECT_GE(value, 0.0) << signature_text(*metric, {});
      EXPECT_TRUE(value <= 100.0 + 1e-9 || !metric->higher_is_better()) << signature_text(*metric, {});
    }
  });
}

TEST(MetricsProperty, TheOrderOfLinesNeverMatters) {
  for_each_trial([](Trial& trial) {
    Lines hypotheses;
    References references;
    for (const int64_t line : permutation(std::ssize(trial.hypotheses), trial.random)) {
      hypotheses.push_back(trial.hypotheses[static_cast<size_t>(line)]);
      references.push_back(trial.references[static_cast<size_t>(line)]);
    }
    for (const auto& metric : every_metric()) {
      EXPECT_EQ(score(*metric, hypotheses, references), score(*metric, trial.hypotheses, trial.references))
          << signature_text(*metric, {});
    }
  });
}

TEST(MetricsProperty, ASecondEqualReferenceNeverChangesAnything) {
  for_each_trial([](Trial& trial) {
    auto twice = trial.references;
    for (auto& own : twice) own.push_back(own.front());
    for (const auto& metric : every_metric()) {
      EXPECT_EQ(score(*metric, trial.hypotheses, twice), score(*metric, trial.hypotheses, trial.references))
          << signature_text(*metric, {});
    }
  });
}

// Of two references that score alike chrF, WER and CER count the first one's length.
TEST(MetricsProperty, TheOrderOfReferencesNeverMattersToTheOthers) {
  for_each_trial([](Trial& trial) {
    auto one = trial.references, other = trial.references;
    for (size_t i = 0; i < one.size(); ++i) {
      const auto second = random_line(trial.random);
      one[i].push_back(second);
      other[i].insert(other[i].begin(), second);
    }
    for (const auto& metric : every_metric()) {
      if (metric->name() == "WER" || metric->name() == "CER" || metric->name().starts_with("chrF")) continue;
      EXPECT_EQ(score(*metric, trial.hypotheses, one), score(*metric, trial.hypotheses, other))
          << signature_text(*metric, {});
    }
  });
}

TEST(MetricsProperty, LowerCasingIsScoringLoweredText) {
  const auto lowered = [](std::string line) { return metrics::encode_utf8(lowercase(metrics::decode_utf8(line))); };
  for_each_trial([&](Trial& trial) {
    Lines hypotheses;
    auto references = trial.references;
    for (const auto& line : trial.hypotheses) hypotheses.push_back(lowered(line));
    for (auto& own : references) own.front() = lowered(own.front());
    const auto with = every_metric(true), without = every_metric(false);
    for (size_t i = 0; i < with.size(); ++i) {
      EXPECT_EQ(score(*with[i], trial.hypotheses, trial.references), score(*without[i], hypotheses, references))
          << signature_text(*with[i], {});
    }
  });
}

bool is_basic_han(char32_t c) { return c >= 0x4E00 && c <= 0x9FA5; }

// With a space here and there between two Han ideographs of the basic block.
std::string spaced(const std::string& line, RandomStream& random) {
  std::u32string result;
  for (const char32_t c : metrics::decode_utf8(line)) {
    if (!result.empty() && is_basic_han(result.back()) && is_basic_han(c) && random.below(2) == 0) result += U' ';
    result += c;
  }
  return metrics::encode_utf8(result);
}

TEST(MetricsProperty, SpacesBetweenHanNeverChangeZhBleu) {
  for_each_trial([](Trial& trial) {
    Lines with_spaces;
    for (auto& line : trial.hypotheses) {
      line += "我们的猫，3.14的我们。" + line;
      with_spaces.push_back(spaced(line, trial.random));
    }
    ASSERT_NE(with_spaces, trial.hypotheses);
    for (const auto tokenize : {BleuTokenization::kZh, BleuTokenization::kZhFixed}) {
      const Bleu metric({.tokenize = tokenize});
      EXPECT_EQ(score(metric, with_spaces, trial.references), score(metric, trial.hypotheses, trial.references));
      for (size_t i = 0; i < with_spaces.size(); ++i) {
        EXPECT_EQ(bleu_tokens(with_spaces[i], {.tokenize = tokenize}),
                  bleu_tokens(trial.hypotheses[i], {.tokenize = tokenize}));
      }
    }
  });
}

TEST(MetricsProperty, SpacesNeverChangeChrfWithoutWords) {
  for_each_trial([](Trial& trial) {
    Lines bare;
    for (const auto& line : trial.hypotheses) {
      auto text = metrics::decode_utf8(line);
      std::erase_if(text, metrics::is_space);
      bare.push_back(metrics::encode_utf8(text));
    }
    EXPECT_EQ(score(Chrf(), bare, trial.references), score(Chrf(), trial.hypotheses, trial.references));
  });
}

}  // namespace
}  // namespace tfm
