// Translating with terms: a second, constrained search for the sentences whose translations lack some.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "decoding/terminology.h"
#include "search/hypothesis.h"
#include "search/sentence_task.h"

namespace tfm {

// A sentence and what an ordinary search found for it.
struct SearchedSentence {
  std::string text;
  std::vector<int32_t> pieces;
  SentenceTask task;
  std::vector<Hypothesis> found;  // best first
};

using SearchSentences = std::function<std::vector<std::vector<Hypothesis>>(
    const std::vector<std::vector<int32_t>>& sources, const std::vector<SentenceTask>& tasks)>;

// Where the best of all translations has the terms, it is also the best of those that have them: such sentences keep
// what was found, and so do those without terms. The others are searched again with their terms as constraints, and
// keep what was found only where no more of the terms could be met.
void put_terms_into(std::vector<SearchedSentence>& sentences, Terminology& terminology, const TextCodec& codec,
                    const SearchSentences& search);

}  // namespace tfm
