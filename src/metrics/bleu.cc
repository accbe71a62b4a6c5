#include "metrics/bleu.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <unordered_map>

#include "core/concat.h"
#include "metrics/bleu_tokenizers.h"
#include "metrics/ngram_matches.h"
#include "metrics/python_string.h"
#include "metrics/segment_pairs.h"

namespace tfm {
namespace {

constexpr int kMaxOrder = 4;

// A number for each distinct token, the same one wherever it stands in the corpus.
class TokenIds {
 public:
  std::vector<uint32_t> ids_of(const std::string& segment, BleuTokenization tokenize) {
    std::vector<uint32_t> ids;
    for (std::string& token : bleu_tokens(segment, tokenize)) {
      ids.push_back(ids_.try_emplace(std::move(token), static_cast<uint32_t>(ids_.size())).first->second);
    }
    return ids;
  }

 private:
  std::unordered_map<std::string, uint32_t> ids_;
};

void add_segment(BleuScore& sums, std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference) {
  sums.hypothesis_length += std::ssize(hypothesis);
  sums.reference_length += std::ssize(reference);
  const auto matches = metrics::match_ngrams(hypothesis, reference, kMaxOrder);
  for (size_t order = 0; order < matches.size(); ++order) {
    sums.correct[order] += matches[order].matched;
    sums.total[order] += matches[order].hypothesis;
  }
}

double brevity_penalty(double hypothesis_length, double reference_length) {
  if (hypothesis_length >= reference_length) return 1.0;
  return hypothesis_length > 0 ? std::exp(1.0 - reference_length / hypothesis_length) : 0.0;
}

// In percent. Smoothing "exp": the k-th order without a match counts as 1 / 2^k matches. An order without n-grams, and
// so all above it, stays 0.
std::array<double, kMaxOrder> smoothed_precisions(const BleuScore& sums) {
  std::array<double, kMaxOrder> precisions{};
  double smoothing = 1.0;
  for (size_t order = 0; order < precisions.size() && sums.total[order] > 0; ++order) {
    const auto total = static_cast<double>(sums.total[order]);
    if (sums.correct[order] > 0) {
      precisions[order] = 100.0 * static_cast<double>(sums.correct[order]) / total;
    } else {
      smoothing *= 2.0;
      precisions[order] = 100.0 / (smoothing * total);
    }
  }
  return precisions;
}

double geometric_mean(const std::array<double, kMaxOrder>& precisions) {
  double log_sum = 0.0;
  for (const double precision : precisions) log_sum += std::log(precision);  // log(0) is -infinity: the mean is then 0
  return std::exp(log_sum / kMaxOrder);
}

// Fills in what follows from the counts. Without a single match nothing is smoothed and all is 0.
void score_counts(BleuScore& score) {
  score.brevity_penalty =
      brevity_penalty(static_cast<double>(score.hypothesis_length), static_cast<double>(score.reference_length));
  if (std::all_of(score.correct.begin(), score.correct.end(), [](int64_t count) { return count == 0; })) return;
  score.precisions = smoothed_precisions(score);
  score.score = score.brevity_penalty * geometric_mean(score.precisions);
}

// Whatever the locale is.
std::string fixed(double value, int decimals) {
  std::array<char, 400> buffer{};  // the largest double has 309 digits before the point
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::fixed, decimals);
  return {buffer.data(), end.ptr};
}

std::u32string tokenized_line(std::u32string_view line, BleuTokenization tokenize) {
  switch (tokenize) {
    case BleuTokenization::kZh:
      return metrics::tokenize_zh(line);
    case BleuTokenization::k13a:
      return metrics::tokenize_13a(line);
    case BleuTokenization::kChar:
      return metrics::tokenize_char(line);
    case BleuTokenization::kNone:
      break;
  }
  return std::u32string(line);
}

// ISO 639 codes of Chinese and its members.
constexpr std::array<std::string_view, 19> kChineseLanguages = {"zh",  "zho", "chi", "cmn", "yue", "wuu", "nan",
                                                                "hak", "gan", "hsn", "lzh", "cdo", "cjy", "cnp",
                                                                "cpx", "csp", "czh", "czo", "mnp"};

// The part before the first '-' or '_', in lower case.
std::string primary_subtag(const std::string& language) {
  std::string subtag = language.substr(0, language.find_first_of("-_"));
  for (char& c : subtag) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return subtag;
}

}  // namespace

std::string BleuScore::verbose() const {
  std::string joined_precisions;
  for (const double precision : precisions) {
    joined_precisions += (joined_precisions.empty() ? "" : "/") + fixed(precision, 1);
  }
  const double ratio =
      reference_length > 0 ? static_cast<double>(hypothesis_length) / static_cast<double>(reference_length) : 0.0;
  return concat(joined_precisions, " (BP = ", fixed(brevity_penalty, 3), " ratio = ", fixed(ratio, 3),
                " hyp_len = ", hypothesis_length, " ref_len = ", reference_length, ")");
}

BleuScore corpus_bleu(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references,
                      const BleuOptions& options) {
  metrics::check_segment_pairs(hypotheses, references);
  BleuScore score;
  TokenIds ids;
  for (size_t i = 0; i < hypotheses.size(); ++i) {
    add_segment(score, ids.ids_of(hypotheses[i], options.tokenize), ids.ids_of(references[i], options.tokenize));
  }
  score_counts(score);
  return score;
}

std::string bleu_signature(const BleuOptions& options) {
  return concat("nrefs:1|case:mixed|eff:no|tok:", name_of(options.tokenize), "|smooth:exp|version:2.6.0");
}

std::vector<std::string> bleu_tokens(std::string_view segment, BleuTokenization tokenize) {
  const std::u32string text = metrics::decode_utf8(segment);
  const std::u32string line = tokenized_line(metrics::strip_right(text), tokenize);
  std::vector<std::string> tokens;
  for (const std::u32string_view token : metrics::split(line)) tokens.push_back(metrics::encode_utf8(token));
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
    case BleuTokenization::kNone:
      break;
  }
  return "none";
}

BleuTokenization bleu_tokenization_for(const std::string& language) {
  const bool chinese = std::find(kChineseLanguages.begin(), kChineseLanguages.end(), primary_subtag(language)) !=
                       kChineseLanguages.end();
  return chinese ? BleuTokenization::kZh : BleuTokenization::k13a;
}

}  // namespace tfm
