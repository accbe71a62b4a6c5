// Outputs that repeat themselves.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/tokens.h"

namespace tfm::analysis {

struct RepeatedRun {
  std::u32string pattern;
  int64_t times = 0;
  int64_t length = 0;  // of all of it, in units
};

// What stands at least three times in a row: one to twenty units (see units.h; a word of more than twenty letters is
// taken letter by letter). A pattern of marks alone counts from seven times on. The longest such run.
std::optional<RepeatedRun> repeated_run(std::u32string_view text);

struct FrequentNgram {
  Tokens ngram;
  int64_t times = 0;
  int64_t in_references = 0;  // in the one that has it most often
  int64_t excess_tokens() const { return (times - in_references) * std::ssize(ngram); }
};

// Of the n-grams of two to four tokens that stand at least three times more than in any reference: the one whose
// excess makes up most of the output, and at least a quarter of it. Copies don't overlap; n-grams of marks alone don't
// count.
std::optional<FrequentNgram> frequent_ngram(const Tokens& hypothesis, const std::vector<Tokens>& references,
                                            const Vocabulary& vocabulary);

struct Repetition {
  std::size_t segment = 0;
  std::string pattern{};
  int64_t times = 0;
  int64_t in_references = 0;
  bool in_a_row = false;
  double share = 0.0;  // of the output
};

struct Repetitions {
  int64_t in_a_row = 0;  // segments
  int64_t scattered = 0;
  std::vector<Repetition> clearest;  // by their share of the output
};

// A run that a reference has as well is none; a segment with a run isn't looked at for n-grams.
Repetitions repetitions(const std::vector<std::string>& hypotheses, const References& references,
                        const std::vector<Tokens>& hypothesis_tokens,
                        const std::vector<std::vector<Tokens>>& reference_tokens, const Vocabulary& vocabulary);

}  // namespace tfm::analysis
