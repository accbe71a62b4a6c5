#include "decoding/terms_search.h"

#include <algorithm>

namespace tfm {
namespace {

// How many of the terms the translation has that has fewest of them.
int64_t fewest_met(const std::vector<Hypothesis>& found, const std::vector<int64_t>& terms,
                   const Terminology& terminology, const TextCodec& codec) {
  auto fewest = std::ssize(terms);
  for (const auto& hypothesis : found) {
    const auto text = codec.decode_target(hypothesis.tokens);
    const auto is_met = [&](int64_t term) { return terminology.met_target(term, text) != nullptr; };
    fewest = std::min(fewest, std::ranges::count_if(terms, is_met));
  }
  return fewest;
}

// A sentence to search again.
struct LackingSentence {
  SearchedSentence* sentence = nullptr;
  std::vector<int64_t> terms;
  int64_t met = 0;
};

std::vector<LackingSentence> lacking_sentences(std::vector<SearchedSentence>& sentences, Terminology& terminology,
                                               const TextCodec& codec) {
  std::vector<LackingSentence> lacking;
  for (auto& sentence : sentences) {
    auto terms = terminology.terms_in(sentence.text);
    const auto met = fewest_met(sentence.found, terms, terminology, codec);
    if (met == std::ssize(terms)) continue;
    auto& task = sentence.task;
    task.constraint = terminology.constraint(terms, task.most_tokens - std::ssize(task.prefix));
    if (task.constraint) lacking.push_back({&sentence, std::move(terms), met});
  }
  return lacking;
}

}  // namespace

void put_terms_into(std::vector<SearchedSentence>& sentences, Terminology& terminology, const TextCodec& codec,
                    const SearchSentences& search) {
  const auto lacking = lacking_sentences(sentences, terminology, codec);
  if (lacking.empty()) return;
  std::vector<std::vector<int32_t>> sources;
  std::vector<SentenceTask> tasks;
  for (const auto& [sentence, terms, met] : lacking) {
    sources.push_back(sentence->pieces);
    tasks.push_back(sentence->task);
  }
  auto found = search(sources, tasks);
  for (std::size_t i = 0; i < lacking.size(); ++i) {
    if (fewest_met(found[i], lacking[i].terms, terminology, codec) > lacking[i].met) {
      lacking[i].sentence->found = std::move(found[i]);
    }
  }
}

}  // namespace tfm
