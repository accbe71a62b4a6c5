#include "analysis/repetitions.h"

#include <algorithm>
#include <span>

#include "analysis/characters.h"
#include "analysis/ranking.h"
#include "analysis/segments.h"
#include "analysis/units.h"
#include "metrics/python_string.h"
#include "metrics/words.h"

namespace tfm::analysis {
namespace {

constexpr std::size_t kLongestPattern = 20;  // units
constexpr std::size_t kLongestWord = 20;     // letters
constexpr std::size_t kLeastTimes = 3;
constexpr std::size_t kLeastTimesOfMarks = 7;  // "......" is an ellipsis
constexpr int64_t kLeastExcess = 3;
constexpr double kLeastShare = 0.25;

std::vector<std::u32string_view> units_of_short_words(std::u32string_view text) {
  std::vector<std::u32string_view> result;
  for (const auto unit : units(text)) {
    if (unit.size() <= kLongestWord) {
      result.push_back(unit);
    } else {
      for (std::size_t i = 0; i < unit.size(); ++i) result.push_back(unit.substr(i, 1));
    }
  }
  return result;
}

// Units [begin, begin + length), of which the first `period` make the pattern.
struct Stretch {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::size_t period = 1;
  std::size_t times() const { return length / period; }
};

std::u32string_view pattern_of(const Stretch& stretch, const std::vector<std::u32string_view>& text) {
  const auto first = text[stretch.begin], last = text[stretch.begin + stretch.period - 1];
  return {first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data())};
}

bool is_repetition(const Stretch& stretch, const std::vector<std::u32string_view>& text) {
  if (stretch.times() < kLeastTimes) return false;
  if (stretch.times() >= kLeastTimesOfMarks) return true;
  const auto is_word = [](std::u32string_view unit) { return !is_mark(unit.front()); };
  return std::ranges::any_of(std::span(text).subspan(stretch.begin, stretch.period), is_word);
}

// The longest of this period.
Stretch longest_stretch(const std::vector<std::u32string_view>& text, const std::vector<uint32_t>& names,
                        std::size_t period) {
  Stretch longest{.period = period};
  std::size_t begin = 0;
  for (std::size_t i = period; i < names.size(); ++i) {
    if (names[i] != names[i - period]) begin = i - period + 1;
    const Stretch here{.begin = begin, .length = i + 1 - begin, .period = period};
    if (here.length > longest.length && is_repetition(here, text)) longest = here;
  }
  return longest;
}

using Ngram = std::span<const uint32_t>;

// Copies that don't overlap.
int64_t count_in(Ngram ngram, const Tokens& text) {
  int64_t count = 0;
  for (auto from = text.begin(); true; from += std::ssize(ngram)) {
    from = std::search(from, text.end(), ngram.begin(), ngram.end());
    if (from == text.end()) return count;
    ++count;
  }
}

bool has_token_three_times(Tokens tokens) {
  std::ranges::sort(tokens);
  for (std::size_t i = kLeastTimes - 1; i < tokens.size(); ++i) {
    if (tokens[i] == tokens[i - kLeastTimes + 1]) return true;
  }
  return false;
}

// Each n-gram of an order that stands at least three times, once.
std::vector<Ngram> repeated_ngrams(Ngram tokens, std::size_t order) {
  std::vector<Ngram> ngrams, repeated;
  for (std::size_t i = 0; i + order <= tokens.size(); ++i) ngrams.push_back(tokens.subspan(i, order));
  std::ranges::sort(ngrams, [](Ngram a, Ngram b) { return std::ranges::lexicographical_compare(a, b); });
  for (std::size_t i = kLeastTimes - 1; i < ngrams.size(); ++i) {
    const bool has_times = std::ranges::equal(ngrams[i], ngrams[i - kLeastTimes + 1]);
    if (has_times && (repeated.empty() || !std::ranges::equal(repeated.back(), ngrams[i])))
      repeated.push_back(ngrams[i]);
  }
  return repeated;
}

bool has_more_than_marks(Ngram ngram, const Vocabulary& vocabulary) {
  return std::ranges::any_of(ngram, [&](uint32_t token) {
    return !std::ranges::all_of(metrics::decode_utf8(vocabulary.token(token)), is_mark);
  });
}

FrequentNgram counted(Ngram ngram, const Tokens& hypothesis, const std::vector<Tokens>& references) {
  FrequentNgram found{.ngram = Tokens(ngram.begin(), ngram.end()), .times = count_in(ngram, hypothesis)};
  for (const auto& reference : references) {
    found.in_references = std::max(found.in_references, count_in(ngram, reference));
  }
  return found;
}

std::string joined(const Tokens& tokens, const Vocabulary& vocabulary) {
  std::string text;
  for (const uint32_t token : tokens) text += (text.empty() ? "" : " ") + vocabulary.token(token);
  return text;
}

std::optional<Repetition> run_in(const std::string& hypothesis, const std::vector<std::string>& references) {
  const auto run = repeated_run(metrics::decode_utf8(hypothesis));
  if (!run) return std::nullopt;
  for (const auto& reference : references) {
    const auto own = repeated_run(metrics::decode_utf8(reference));
    if (own && own->pattern == run->pattern) return std::nullopt;
  }
  const auto all = units_of_short_words(metrics::decode_utf8(hypothesis)).size();
  return Repetition{.pattern = metrics::encode_utf8(run->pattern),
                    .times = run->times,
                    .in_a_row = true,
                    .share = static_cast<double>(run->length) / static_cast<double>(all)};
}

std::optional<Repetition> ngram_in(const Tokens& hypothesis, const std::vector<Tokens>& references,
                                   const Vocabulary& vocabulary) {
  const auto found = frequent_ngram(hypothesis, references, vocabulary);
  if (!found) return std::nullopt;
  return Repetition{.pattern = joined(found->ngram, vocabulary),
                    .times = found->times,
                    .in_references = found->in_references,
                    .share = static_cast<double>(found->excess_tokens()) / static_cast<double>(hypothesis.size())};
}

}  // namespace

std::optional<RepeatedRun> repeated_run(std::u32string_view text) {
  const auto parts = units_of_short_words(text);
  metrics::WordNames namer;
  const auto names = namer.names(parts);
  Stretch longest;
  for (std::size_t period = 1; period <= std::min(kLongestPattern, names.size() / kLeastTimes); ++period) {
    const auto candidate = longest_stretch(parts, names, period);
    if (candidate.length > longest.length) longest = candidate;
  }
  if (longest.length == 0) return std::nullopt;
  return RepeatedRun{.pattern = std::u32string(pattern_of(longest, parts)),
                     .times = static_cast<int64_t>(longest.times()),
                     .length = static_cast<int64_t>(longest.length)};
}

std::optional<FrequentNgram> frequent_ngram(const Tokens& hypothesis, const std::vector<Tokens>& references,
                                            const Vocabulary& vocabulary) {
  if (!has_token_three_times(hypothesis)) return std::nullopt;
  FrequentNgram best;
  for (std::size_t order = 2; order <= 4; ++order) {
    for (const Ngram ngram : repeated_ngrams(hypothesis, order)) {
      if (!has_more_than_marks(ngram, vocabulary)) continue;
      auto found = counted(ngram, hypothesis, references);
      const bool enough = found.times - found.in_references >= kLeastExcess;
      if (enough && found.excess_tokens() > best.excess_tokens()) best = std::move(found);
    }
  }
  const auto least = kLeastShare * static_cast<double>(hypothesis.size());
  return best.times > 0 && static_cast<double>(best.excess_tokens()) >= least ? std::optional(best) : std::nullopt;
}

Repetitions repetitions(const std::vector<std::string>& hypotheses, const References& references,
                        const std::vector<Tokens>& hypothesis_tokens,
                        const std::vector<std::vector<Tokens>>& reference_tokens, const Vocabulary& vocabulary) {
  std::vector<std::optional<Repetition>> found(hypotheses.size());
  for_each_segment(hypotheses.size(), [&](std::size_t i) {
    found[i] = run_in(hypotheses[i], references[i]);
    if (!found[i]) found[i] = ngram_in(hypothesis_tokens[i], reference_tokens[i], vocabulary);
  });
  Repetitions result;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!found[i]) continue;
    ++(found[i]->in_a_row ? result.in_a_row : result.scattered);
    found[i]->segment = i;
    result.clearest.push_back(*found[i]);
  }
  keep_first(result.clearest, kListed, [](const Repetition& a, const Repetition& b) {
    if (a.share != b.share) return a.share > b.share;
    return a.segment < b.segment;
  });
  return result;
}

}  // namespace tfm::analysis
