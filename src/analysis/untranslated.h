// Words of the source that the output just repeats.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "metrics/corpus.h"

namespace tfm::analysis {

// What of a source counts: for a target written in Han characters its words with two Latin letters or more, for any
// other target its runs of Han characters.
enum class UntranslatedScript { kLatinWords, kHanRuns };

struct UntranslatedSegment {
  std::size_t segment = 0;
  std::vector<std::string> words;  // as the output writes them, each once
};

struct UntranslatedWord {
  std::string word;  // lower case
  int64_t segments = 0;
};

struct Untranslated {
  int64_t segments = 0;
  std::vector<UntranslatedSegment> clearest;  // those with most words first
  int64_t different_words = 0;
  std::vector<UntranslatedWord> frequent;
};

// Words that stand in the source and the output, but in no reference, whatever their case. Outputs that are a copy of
// the source are left out. Nothing without sources.
Untranslated untranslated(const std::vector<std::string>& hypotheses, const References& references,
                          const std::vector<std::string>& sources, UntranslatedScript script);

}  // namespace tfm::analysis
