// Equality with sacreBLEU 2.6.0, NumPy and Python on what tests/golden/make_metrics_golden.py wrote.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/concat.h"
#include "metrics/bleu.h"
#include "metrics/bleu_tokenizers.h"
#include "metrics/chrf.h"
#include "metrics/corpus.h"
#include "metrics/python_string.h"
#include "metrics/ter.h"
#include "metrics/ter_tokenizer.h"
#include "metrics/translation_edits.h"
#include "significance/numpy_random.h"
#include "significance/numpy_sum.h"
#include "significance/resampling.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

using nlohmann::json;
using Lines = std::vector<std::string>;

// Both sides do the same few operations on doubles: only the last digits of exp and log may differ.
constexpr double kTolerance = 1e-9;
// Resampled scores are float32, a few times 1e-6 apart at 100; what is left of two equal ones is their last digit.
constexpr double kResampledTolerance = 1e-5;

const json& golden(const char* section) {
  static const json data = json::parse(std::ifstream(TFM_TEST_DATA "/metrics_golden.json"));
  return data.at(section);
}

BleuOptions bleu_options(const json& options) {
  static const std::map<std::string, BleuTokenization> tokenizations = {{"zh", BleuTokenization::kZh},
                                                                        {"13a", BleuTokenization::k13a},
                                                                        {"char", BleuTokenization::kChar},
                                                                        {"intl", BleuTokenization::kIntl},
                                                                        {"none", BleuTokenization::kNone}};
  static const std::map<std::string, BleuSmoothing> smoothings = {{"exp", BleuSmoothing::kExp},
                                                                  {"floor", BleuSmoothing::kFloor},
                                                                  {"add-k", BleuSmoothing::kAddK},
                                                                  {"none", BleuSmoothing::kNone}};
  BleuOptions result{.tokenize = tokenizations.at(options.at("tokenize")),
                     .lowercase = options.value("lowercase", false),
                     .smoothing = smoothings.at(options.value("smooth_method", "exp")),
                     .effective_order = options.value("effective_order", false)};
  const json value = options.value("smooth_value", json());
  if (!value.is_null()) result.smooth_value = value.get<double>();
  return result;
}

ChrfOptions chrf_options(const json& options) {
  return {.char_order = options.value("char_order", 6),
          .word_order = options.value("word_order", 0),
          .beta = options.value("beta", 2),
          .lowercase = options.value("lowercase", false),
          .whitespace = options.value("whitespace", false),
          .eps_smoothing = options.value("eps_smoothing", false)};
}

TerOptions ter_options(const json& options) {
  return {.normalized = options.value("normalized", false),
          .no_punct = options.value("no_punct", false),
          .asian_support = options.value("asian_support", false),
          .case_sensitive = options.value("case_sensitive", false)};
}

std::unique_ptr<Metric> metric_of(const json& entry) {
  const json& options = entry.at("options");
  if (entry.at("kind") == "BLEU") return std::make_unique<Bleu>(bleu_options(options));
  if (entry.at("kind") == "CHRF") return std::make_unique<Chrf>(chrf_options(options));
  return std::make_unique<Ter>(ter_options(options));
}

// From streams of references, where null is none.
References references_of(const json& streams) {
  References references(streams.at(0).size());
  for (const json& stream : streams) {
    for (std::size_t i = 0; i < references.size(); ++i) {
      if (!stream.at(i).is_null()) references[i].push_back(stream.at(i));
    }
  }
  return references;
}

std::string joined(const Lines& tokens) {
  std::string text;
  for (const std::string& token : tokens) text += (text.empty() ? "" : " ") + token;
  return text;
}

// "ter np" stands for the options normalized and no_punct.
std::string ter_tokens(const std::string& text, const std::string& name) {
  const auto has = [&](char letter) { return name.find(letter, 4) != std::string::npos; };
  const auto line = metrics::tokenize_ter(
      metrics::decode_utf8(text),
      {.normalized = has('n'), .no_punct = has('p'), .asian_support = has('a'), .case_sensitive = has('c')});
  Lines tokens;
  for (const auto token : metrics::split(line)) tokens.push_back(metrics::encode_utf8(token));
  return joined(tokens);
}

TEST(GoldenTokens, EverySegmentIsSplitAsSacrebleuDoes) {
  ASSERT_GT(golden("texts").size(), 100u);
  for (const json& segment : golden("texts")) {
    const std::string text = segment.at("text");
    for (const auto& [name, expected] : segment.at("tokens").items()) {
      const std::string tokens = name.starts_with("ter ")
                                     ? ter_tokens(text, name)
                                     : joined(bleu_tokens(text, bleu_options({{"tokenize", name}})));
      EXPECT_EQ(tokens, expected.get<std::string>()) << name << " of " << segment.at("text");
    }
  }
}

void expect_equal(const json& corpus, const json& expected) {
  const auto metric = metric_of(expected);
  SCOPED_TRACE(expected.at("kind").get<std::string>() + expected.at("options").dump());
  const auto references = references_of(corpus.at("references"));
  const auto sums = count_segments(*metric, corpus.at("hypotheses").get<Lines>(), references).sums();
  EXPECT_EQ(json(sums), expected.at("sums"));
  EXPECT_NEAR(metric->score(sums), expected.at("score").get<double>(), kTolerance);
  EXPECT_EQ(metric->name(), expected.at("name"));
  EXPECT_EQ(metric->verbose(sums), expected.at("verbose"));
  EXPECT_EQ(signature_text(*metric, references), expected.at("signature"));
  const auto* bleu = dynamic_cast<const Bleu*>(metric.get());
  if (bleu == nullptr) return;
  const auto precisions = bleu->details(sums).precisions;
  for (size_t i = 0; i < precisions.size(); ++i) {
    EXPECT_NEAR(precisions[i], expected.at("precisions").at(i).get<double>(), kTolerance);
  }
}

TEST(GoldenScores, EveryCorpusScoresAsSacrebleuSays) {
  ASSERT_GT(golden("corpora").size(), 10u);
  for (const json& corpus : golden("corpora")) {
    SCOPED_TRACE("first hypothesis: " + corpus.at("hypotheses").at(0).get<std::string>());
    for (const json& expected : corpus.at("scores")) expect_equal(corpus, expected);
  }
}

TEST(GoldenEdits, WordsAreShiftedAndEditedAsSacrebleuDoes) {
  for (const json& expected : golden("edits")) {
    const std::string hypothesis = expected.at(0), reference = expected.at(1);
    EXPECT_EQ(metrics::translation_edits(std::vector<uint32_t>(hypothesis.begin(), hypothesis.end()),
                                         std::vector<uint32_t>(reference.begin(), reference.end())),
              expected.at(2).get<int64_t>())
        << expected;
  }
}

// TER's real-valued lengths of several references, which sacreBLEU adds up by BLAS in an order of its own, leave the
// p-value of exchanged systems to chance where differences are equal.
bool is_reproducible(const json& expected, const References& references) {
  return expected.at("kind") != "TER" || references.front().size() == 1;
}

void expect_equal_samples(const json& corpus, const json& expected) {
  const auto metric = metric_of(expected);
  SCOPED_TRACE(concat(metric->name(), " seed ", expected.at("seed"), " samples ", expected.at("samples")));
  const auto references = references_of(corpus.at("references"));
  const auto baseline = count_segments(*metric, corpus.at("baseline").get<Lines>(), references);
  const auto system = count_segments(*metric, corpus.at("system").get<Lines>(), references);
  const ResamplingOptions options{.samples = expected.at("samples"), .seed = expected.at("seed")};

  const auto alone = bootstrap(*metric, system, options);
  EXPECT_NEAR(alone.mean, expected.at("mean").get<double>(), kResampledTolerance);
  EXPECT_NEAR(alone.half_width, expected.at("ci").get<double>(), kResampledTolerance);
  const auto paired = paired_bootstrap(*metric, baseline, system, options);
  EXPECT_EQ(paired.p_value, expected.at("bs").at("p_value").get<double>());
  EXPECT_NEAR(paired.confidence.mean, expected.at("bs").at("mean").get<double>(), kResampledTolerance);
  EXPECT_NEAR(paired.confidence.half_width, expected.at("bs").at("ci").get<double>(), kResampledTolerance);
  if (!is_reproducible(expected, references)) return;
  EXPECT_EQ(paired_randomization(*metric, baseline, system, options), expected.at("ar").at("p_value").get<double>());
}

TEST(GoldenResampling, IntervalsAndPValuesAreSacrebleus) {
  for (const json& corpus : golden("resampling")) {
    for (const json& expected : corpus.at("results")) expect_equal_samples(corpus, expected);
  }
}

TEST(GoldenResampling, SignaturesSayHowOftenAndFromWhichSeed) {
  for (const json& corpus : golden("resampling")) {
    const auto references = references_of(corpus.at("references"));
    for (const json& expected : corpus.at("results")) {
      const auto metric = metric_of(expected);
      const int samples = expected.at("samples");
      const uint64_t seed = expected.at("seed");
      const Resampling drawn{.bootstrap_samples = samples, .seed = seed};
      EXPECT_EQ(signature_text(*metric, references, drawn), expected.at("signature"));
      EXPECT_EQ(signature_text(*metric, references, drawn), expected.at("bs").at("signature"));
      EXPECT_EQ(signature_text(*metric, references, {.randomization_trials = samples, .seed = seed}),
                expected.at("ar").at("signature"));
    }
  }
}

// For each code point whether it is in one of the runs, which are first and last ones in turn.
std::vector<bool> members(const json& runs) {
  std::vector<bool> is_in(0x110000);
  for (std::size_t i = 0; i < runs.size(); i += 2) {
    for (auto c = runs[i].get<std::size_t>(); c <= runs[i + 1].get<std::size_t>(); ++c) is_in[c] = true;
  }
  return is_in;
}

// The code points that Unicode 14 knows and for which `holds` isn't what `runs` say.
template <typename Property>
std::vector<std::string> strangers(const char* runs, Property holds) {
  const auto unknown = members(golden("unicode").at("unknown"));
  const auto expected = members(golden("unicode").at(runs));
  std::vector<std::string> found;
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (!unknown[c] && holds(c) != expected[c]) found.push_back(concat(std::hex, std::uint32_t{c}));
  }
  return found;
}

TEST(GoldenUnicode, PunctuationSymbolsAndNumbersAreThoseOfThePackageRegex) {
  EXPECT_EQ(strangers("P", is_punctuation), Lines{});
  EXPECT_EQ(strangers("S", is_symbol), Lines{});
  EXPECT_EQ(strangers("N", is_number), Lines{});
}

TEST(GoldenUnicode, EveryLetterHasPythonsLowerCaseForm) {
  const auto changed = metrics::decode_utf8(golden("unicode").at("changed").get<std::string>());
  const auto lower = metrics::decode_utf8(golden("unicode").at("lower").get<std::string>());
  ASSERT_EQ(changed.size(), lower.size());
  std::vector<char32_t> expected(0x110000);
  for (char32_t c = 0; c < 0x110000; ++c) expected[c] = c;
  for (std::size_t i = 0; i < changed.size(); ++i) expected[changed[i]] = lower[i];
  const auto unknown = members(golden("unicode").at("unknown"));
  for (char32_t c = 0; c < 0x110000; ++c) {
    if (unknown[c] || c == 0x130) continue;  // the latter becomes two, see the texts
    ASSERT_EQ(lowercase({&c, 1}), std::u32string(1, expected[c])) << std::hex << std::uint32_t{c};
  }
}

TEST(GoldenUnicode, ASigmaIsFinalWherePythonSaysSo) {
  constexpr char32_t kFinalSigma = 0x3C2;
  const auto after = [](std::u32string text) { return lowercase(text).back() == kFinalSigma; };
  EXPECT_EQ(strangers("cased", [&](char32_t c) { return after({c, U'Σ'}); }), Lines{});
  EXPECT_EQ(strangers("ignorable", [&](char32_t c) { return after({U'A', c, U'Σ'}) && !after({c, U'Σ'}); }), Lines{});
  EXPECT_EQ(strangers("cased", [](char32_t c) { return lowercase(std::u32string{U'A', U'Σ', c})[1] != kFinalSigma; }),
            Lines{});
  for (const json& text : golden("unicode").at("texts")) {
    EXPECT_EQ(metrics::encode_utf8(lowercase(metrics::decode_utf8(text.at(0).get<std::string>()))),
              text.at(1).get<std::string>());
  }
}

TEST(GoldenRandom, NumbersAreNumpys) {
  for (const json& expected : golden("random")) {
    const auto seed = expected.at("seed").get<uint64_t>();
    SCOPED_TRACE(concat("seed ", seed));
    significance::NumpyGenerator raw(seed);
    for (const json& number : expected.at("raw")) EXPECT_EQ(std::to_string(raw.next_uint64()), number);
    for (const json& choice : expected.at("choice")) {
      const auto numbers = significance::NumpyGenerator(seed).choice(choice.at(0).get<uint32_t>(), choice.at(1).size());
      EXPECT_EQ(json(numbers), choice.at(1)) << choice.at(0);
    }
    significance::NumpyGenerator generator(seed);
    const json in_a_row = {generator.choice(7, 3), generator.choice(1, 3), generator.choice(5, 3)};
    EXPECT_EQ(in_a_row, expected.at("in a row"));
    std::string bits;
    for (const bool bit : significance::NumpyGenerator(seed).booleans(150)) bits += bit ? '1' : '0';
    EXPECT_EQ(bits, expected.at("booleans"));
  }
}

TEST(GoldenSums, SumsAndMeansAreNumpysToTheLastDigit) {
  std::vector<double> doubles;
  for (uint64_t i = 1; i <= 20000; ++i) doubles.push_back(static_cast<double>(i * 2654435761U % (1ULL << 32)) / 3.0);
  const std::vector<float> floats(doubles.begin(), doubles.end());
  for (const json& expected : golden("sums")) {
    const auto length = expected.at(0).get<std::size_t>();
    const auto first_doubles = std::span<const double>(doubles).first(length);
    const auto first_floats = std::span<const float>(floats).first(length);
    EXPECT_EQ(significance::numpy_sum(first_doubles), expected.at(1).get<double>()) << length;
    EXPECT_EQ(significance::numpy_mean(first_doubles), expected.at(2).get<double>()) << length;
    EXPECT_EQ(double{significance::numpy_sum(first_floats)}, expected.at(3).get<double>()) << length;
    EXPECT_EQ(double{significance::numpy_mean(first_floats)}, expected.at(4).get<double>()) << length;
  }
}

}  // namespace
}  // namespace tfm
