#include "metrics/chrf.h"

#include <algorithm>
#include <cstdint>

#include "core/concat.h"
#include "metrics/corpus.h"
#include "metrics/ngram_matches.h"
#include "metrics/python_string.h"
#include "metrics/words.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

// A segment's statistics: for each order the n-grams of the hypothesis, of the reference, and those matched.
constexpr std::size_t kPerOrder = 3;

bool is_ascii_punctuation(char32_t c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') || (c >= '{' && c <= '~');
}

std::vector<uint32_t> characters(std::u32string_view text, bool whitespace) {
  std::vector<uint32_t> result;
  result.reserve(text.size());
  for (const char32_t c : text) {
    if (whitespace || !metrics::is_space(c)) result.push_back(c);
  }
  return result;
}

// One punctuation mark at a word's end, or else at its beginning, is a word by itself.
std::vector<std::u32string_view> words_and_marks(std::u32string_view text) {
  std::vector<std::u32string_view> words;
  for (const auto word : metrics::split(text)) {
    if (word.size() > 1 && is_ascii_punctuation(word.back())) {
      words.insert(words.end(), {word.substr(0, word.size() - 1), word.substr(word.size() - 1)});
    } else if (word.size() > 1 && is_ascii_punctuation(word.front())) {
      words.insert(words.end(), {word.substr(0, 1), word.substr(1)});
    } else {
      words.push_back(word);
    }
  }
  return words;
}

// What one thread needs again for each segment.
struct Workspace {
  metrics::WordNames words;
  metrics::NgramMatcher character_ngrams, word_ngrams;
};

struct Sequences {
  std::vector<uint32_t> characters, words;
};

Sequences sequences(std::string_view segment, const ChrfOptions& options, metrics::WordNames& names) {
  auto text = metrics::decode_utf8(segment);
  if (options.lowercase) text = tfm::lowercase(text);
  return {characters(text, options.whitespace),
          options.word_order > 0 ? names.names(words_and_marks(text)) : std::vector<uint32_t>{}};
}

// A hypothesis's n-grams are left out where the reference is too short to have any of that order.
void compare(metrics::NgramMatcher& matcher, std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference,
             int max_order, std::span<double> statistics) {
  matcher.clear();
  matcher.add_reference(reference, max_order);
  std::vector<int64_t> matched(static_cast<std::size_t>(max_order));
  matcher.match(hypothesis, matched);
  for (int n = 1; n <= max_order; ++n) {
    const auto order = static_cast<std::size_t>(n - 1);
    const auto in_reference = metrics::num_ngrams(reference.size(), n);
    statistics[kPerOrder * order] =
        in_reference > 0 ? static_cast<double>(metrics::num_ngrams(hypothesis.size(), n)) : 0.0;
    statistics[kPerOrder * order + 1] = static_cast<double>(in_reference);
    statistics[kPerOrder * order + 2] = static_cast<double>(matched[order]);
  }
}

// F-beta of the mean precision and the mean recall, over the orders that both sides have n-grams of; with eps_smoothing
// the mean of each order's F-beta.
template <typename Real>
Real f_score(std::span<const Real> sums, const ChrfOptions& options) {
  constexpr Real kEpsilon = static_cast<Real>(1e-16);
  const auto factor = static_cast<Real>(options.beta) * static_cast<Real>(options.beta);
  const auto f_beta = [&](Real precision, Real recall) {
    return (1 + factor) * precision * recall / (factor * precision + recall);
  };
  Real mean_precision = 0, mean_recall = 0, score_sum = 0;
  int effective_orders = 0;
  for (std::size_t i = 0; i < sums.size(); i += kPerOrder) {
    const Real hypothesis = sums[i], reference = sums[i + 1], matched = sums[i + 2];
    const Real precision = hypothesis > 0 ? matched / hypothesis : kEpsilon;
    const Real recall = reference > 0 ? matched / reference : kEpsilon;
    score_sum += factor * precision + recall > 0 ? f_beta(precision, recall) : kEpsilon;
    if (hypothesis == 0 || reference == 0) continue;
    mean_precision += precision;
    mean_recall += recall;
    ++effective_orders;
  }
  if (options.eps_smoothing) return 100 * score_sum / static_cast<Real>(options.char_order + options.word_order);
  if (mean_precision + mean_recall == 0) return 0;
  return 100 * f_beta(mean_precision / static_cast<Real>(effective_orders),
                      mean_recall / static_cast<Real>(effective_orders));
}

}  // namespace

std::string Chrf::name() const {
  return concat("chrF", options_.beta, std::string(static_cast<std::size_t>(options_.word_order), '+'));
}

SignatureFields Chrf::signature() const {
  return {{"case", options_.lowercase ? "lc" : "mixed"},
          {"eff", options_.eps_smoothing ? "no" : "yes"},
          {"nc", concat(options_.char_order)},
          {"nw", concat(options_.word_order)},
          {"space", options_.whitespace ? "yes" : "no"}};
}

std::size_t Chrf::num_statistics() const {
  return kPerOrder * static_cast<std::size_t>(options_.char_order + options_.word_order);
}

void Chrf::count(std::string_view hypothesis, std::span<const std::string> references,
                 std::span<double> statistics) const {
  thread_local Workspace workspace;
  workspace.words.clear();
  const auto own = sequences(hypothesis, options_, workspace.words);
  std::vector<double> candidate(num_statistics());
  const auto word_statistics = std::span(candidate).subspan(kPerOrder * static_cast<std::size_t>(options_.char_order));
  double best = -1.0;
  for (const auto& reference : references) {
    const auto other = sequences(reference, options_, workspace.words);
    compare(workspace.character_ngrams, own.characters, other.characters, options_.char_order, candidate);
    compare(workspace.word_ngrams, own.words, other.words, options_.word_order, word_statistics);
    const double score = f_score<double>(candidate, options_);
    if (score <= best) continue;
    best = score;
    std::ranges::copy(candidate, statistics.begin());
  }
}

double Chrf::score(std::span<const double> sums) const { return f_score(sums, options_); }
double Chrf::score_float32(std::span<const float> sums) const { return f_score(sums, options_); }

double corpus_chrf(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references) {
  const Chrf metric;
  return metric.score(count_segments(metric, hypotheses, single_references(references)).sums());
}

}  // namespace tfm
