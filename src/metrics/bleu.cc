#include "metrics/bleu.h"

#include <algorithm>
#include <cmath>

#include "core/concat.h"
#include "core/decimal.h"
#include "metrics/bleu_tokenizers.h"
#include "metrics/corpus.h"
#include "metrics/ngram_matches.h"
#include "metrics/python_string.h"
#include "metrics/words.h"
#include "text/language_tag.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

constexpr int kMaxOrder = 4;

// A segment's statistics: both lengths, then the matched n-grams, then all of the hypothesis.
constexpr std::size_t kHypothesisLength = 0, kReferenceLength = 1, kCorrect = 2, kTotal = kCorrect + kMaxOrder,
                      kNumStatistics = kTotal + kMaxOrder;

double brevity_penalty(double hypothesis_length, double reference_length) {
  if (hypothesis_length >= reference_length) return 1.0;
  return hypothesis_length > 0 ? std::exp(1.0 - reference_length / hypothesis_length) : 0.0;
}

double smooth_value(const BleuOptions& options) {
  return options.smooth_value.value_or(options.smoothing == BleuSmoothing::kFloor ? 0.1 : 1.0);
}

// In percent. An order without n-grams, and so all above it, stays 0; `orders` says how many there are up to there.
template <typename Real>
struct Precisions {
  std::array<Real, kMaxOrder> values{};
  int orders = 0;
};

template <typename Real>
Precisions<Real> smoothed_precisions(std::span<const Real> sums, const BleuOptions& options) {
  Precisions<Real> precisions;
  Real exponential = 1;
  for (std::size_t order = 0; order < kMaxOrder; ++order) {
    Real correct = sums[kCorrect + order], total = sums[kTotal + order];
    if (options.smoothing == BleuSmoothing::kAddK && order > 0) {
      correct += static_cast<Real>(smooth_value(options));
      total += static_cast<Real>(smooth_value(options));
    }
    if (total == 0) break;
    precisions.orders = static_cast<int>(order) + 1;
    if (correct != 0) {
      precisions.values[order] = 100 * correct / total;
    } else if (options.smoothing == BleuSmoothing::kExp) {
      exponential *= 2;
      precisions.values[order] = 100 / (exponential * total);
    } else if (options.smoothing == BleuSmoothing::kFloor) {
      precisions.values[order] = static_cast<Real>(100.0 * smooth_value(options)) / total;
    }
  }
  return precisions;
}

// An order of 0 makes it 0.
template <typename Real>
double geometric_mean(const Precisions<Real>& precisions, bool effective_order) {
  const int orders = effective_order ? std::max(1, precisions.orders) : kMaxOrder;
  double log_sum = 0.0;
  for (int i = 0; i < orders; ++i) log_sum += std::log(static_cast<double>(precisions.values[static_cast<size_t>(i)]));
  return std::exp(log_sum / orders);
}

template <typename Real>
struct ScoredCounts {
  double score = 0.0;
  double brevity_penalty = 1.0;
  Precisions<Real> precisions{};
};

// Without a single match nothing is smoothed and all is 0.
template <typename Real>
ScoredCounts<Real> score_counts(std::span<const Real> sums, const BleuOptions& options) {
  ScoredCounts<Real> result;
  result.brevity_penalty =
      brevity_penalty(static_cast<double>(sums[kHypothesisLength]), static_cast<double>(sums[kReferenceLength]));
  if (std::ranges::all_of(sums.subspan(kCorrect, kMaxOrder), [](Real count) { return count == 0; })) return result;
  result.precisions = smoothed_precisions(sums, options);
  result.score = result.brevity_penalty * geometric_mean(result.precisions, options.effective_order);
  return result;
}

std::u32string tokenized_line(std::u32string_view line, const BleuOptions& options) {
  switch (options.tokenize) {
    case BleuTokenization::kZh:
      return metrics::tokenize_zh(line);
    case BleuTokenization::kZhFixed:
      return metrics::tokenize_zh_fixed(line);
    case BleuTokenization::k13a:
      return metrics::tokenize_13a(line);
    case BleuTokenization::kIntl:
      return metrics::tokenize_intl(line);
    case BleuTokenization::kChar:
      return metrics::tokenize_char(line);
    case BleuTokenization::kPieces:
      return metrics::tokenize_pieces(line, options.split_pieces);
    case BleuTokenization::kNone:
      break;
  }
  return std::u32string(line);
}

std::u32string tokenized(std::string_view segment, const BleuOptions& options) {
  const auto text = metrics::decode_utf8(segment);
  if (!options.lowercase) return tokenized_line(metrics::strip_right(text), options);
  const auto lower = lowercase(text);
  return tokenized_line(metrics::strip_right(lower), options);
}

// What one thread needs again for each segment.
struct Workspace {
  metrics::WordNames words;
  metrics::NgramMatcher ngrams;

  std::vector<uint32_t> tokens(std::string_view segment, const BleuOptions& options) {
    const auto line = tokenized(segment, options);
    return words.names(metrics::split(line));
  }
};

// The first of the closest, but a shorter one of the same distance wins.
double closest_length(double hypothesis, const std::vector<double>& references) {
  return std::ranges::min(references, {},
                          [&](double length) { return std::pair(std::abs(hypothesis - length), length); });
}

}  // namespace

std::string BleuScore::verbose() const {
  std::string joined_precisions;
  for (const double precision : precisions) {
    joined_precisions += (joined_precisions.empty() ? "" : "/") + decimal(precision, 1);
  }
  const double ratio =
      reference_length > 0 ? static_cast<double>(hypothesis_length) / static_cast<double>(reference_length) : 0.0;
  return concat(joined_precisions, " (BP = ", decimal(brevity_penalty, 3), " ratio = ", decimal(ratio, 3),
                " hyp_len = ", hypothesis_length, " ref_len = ", reference_length, ")");
}

SignatureFields Bleu::signature() const {
  const auto value = [&] { return concat("[", decimal(smooth_value(options_), 2), "]"); };
  std::string smooth;
  switch (options_.smoothing) {
    case BleuSmoothing::kExp:
      smooth = "exp";
      break;
    case BleuSmoothing::kFloor:
      smooth = "floor" + value();
      break;
    case BleuSmoothing::kAddK:
      smooth = "add-k" + value();
      break;
    case BleuSmoothing::kNone:
      smooth = "none";
  }
  return {{"case", options_.lowercase ? "lc" : "mixed"},
          {"eff", options_.effective_order ? "yes" : "no"},
          {"tok", options_.tokenize == BleuTokenization::kPieces ? options_.pieces_name : name_of(options_.tokenize)},
          {"smooth", smooth}};
}

std::string Bleu::version() const {
  return options_.tokenize == BleuTokenization::kZhFixed ? "tfm-" TFM_VERSION : Metric::version();
}

std::size_t Bleu::num_statistics() const { return kNumStatistics; }

void Bleu::count(std::string_view hypothesis, std::span<const std::string> references,
                 std::span<double> statistics) const {
  thread_local Workspace workspace;
  workspace.words.clear();
  workspace.ngrams.clear();
  std::vector<double> lengths;
  for (const auto& reference : references) {
    const auto tokens = workspace.tokens(reference, options_);
    lengths.push_back(static_cast<double>(tokens.size()));
    workspace.ngrams.add_reference(tokens, kMaxOrder);
  }
  const auto tokens = workspace.tokens(hypothesis, options_);
  std::array<int64_t, kMaxOrder> matched{};
  workspace.ngrams.match(tokens, matched);
  statistics[kHypothesisLength] = static_cast<double>(tokens.size());
  statistics[kReferenceLength] = closest_length(static_cast<double>(tokens.size()), lengths);
  for (int n = 1; n <= kMaxOrder; ++n) {
    const auto order = static_cast<std::size_t>(n - 1);
    statistics[kCorrect + order] = static_cast<double>(matched[order]);
    statistics[kTotal + order] = static_cast<double>(metrics::num_ngrams(tokens.size(), n));
  }
}

double Bleu::score_float32(std::span<const float> sums) const { return score_counts(sums, options_).score; }

BleuScore Bleu::details(std::span<const double> sums) const {
  const auto scored = score_counts(sums, options_);
  BleuScore result{.score = scored.score,
                   .precisions = scored.precisions.values,
                   .brevity_penalty = scored.brevity_penalty,
                   .hypothesis_length = static_cast<int64_t>(sums[kHypothesisLength]),
                   .reference_length = static_cast<int64_t>(sums[kReferenceLength])};
  for (std::size_t order = 0; order < kMaxOrder; ++order) {
    result.correct[order] = static_cast<int64_t>(sums[kCorrect + order]);
    result.total[order] = static_cast<int64_t>(sums[kTotal + order]);
  }
  return result;
}

BleuScore corpus_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references,
                      const BleuOptions& options) {
  const Bleu metric(options);
  return metric.details(count_segments(metric, hypotheses, single_references(references)).sums());
}

std::vector<std::string> bleu_tokens(std::string_view segment, const BleuOptions& options) {
  const auto line = tokenized(segment, options);
  std::vector<std::string> tokens;
  for (const auto token : metrics::split(line)) tokens.push_back(metrics::encode_utf8(token));
  return tokens;
}

const char* name_of(BleuTokenization tokenize) {
  switch (tokenize) {
    case BleuTokenization::kZh:
      return "zh";
    case BleuTokenization::k13a:
      return "13a";
    case BleuTokenization::kChar:
      return "char";
    case BleuTokenization::kIntl:
      return "intl";
    case BleuTokenization::kZhFixed:
      return "zh-fixed";
    case BleuTokenization::kPieces:
      return "pieces";
    case BleuTokenization::kNone:
      break;
  }
  return "none";
}

BleuTokenization bleu_tokenization_for(const std::string& language) {
  return is_chinese(parse_language_tag(language)) ? BleuTokenization::kZh : BleuTokenization::k13a;
}

}  // namespace tfm
