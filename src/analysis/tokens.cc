#include "analysis/tokens.h"

#include <algorithm>

#include "analysis/segments.h"

namespace tfm::analysis {
namespace {

constexpr std::size_t kBlock = 8192;  // lines whose tokens are strings at the same time

std::vector<Tokens> tokenized(const std::vector<std::string_view>& lines, const BleuOptions& options,
                              Vocabulary& vocabulary) {
  std::vector<Tokens> result(lines.size());
  for (std::size_t begin = 0; begin < lines.size(); begin += kBlock) {
    std::vector<std::vector<std::string>> words(std::min(kBlock, lines.size() - begin));
    for_each_segment(words.size(), [&](std::size_t i) { words[i] = bleu_tokens(lines[begin + i], options); });
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (const auto& word : words[i]) result[begin + i].push_back(vocabulary.id(word));
    }
  }
  return result;
}

std::vector<std::vector<Tokens>> tokenized_references(const References& references, const BleuOptions& options,
                                                      Vocabulary& vocabulary) {
  std::vector<std::string_view> lines;
  for (const auto& segment : references) lines.insert(lines.end(), segment.begin(), segment.end());
  auto tokens = tokenized(lines, options, vocabulary);
  std::vector<std::vector<Tokens>> result(references.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < references.size(); ++i) {
    for (std::size_t j = 0; j < references[i].size(); ++j) result[i].push_back(std::move(tokens[next++]));
  }
  return result;
}

}  // namespace

TokenizedCorpus tokenized(const AnalysisInput& input) {
  TokenizedCorpus corpus;
  corpus.references = tokenized_references(input.references, input.bleu, corpus.vocabulary);
  for (const auto& system : input.systems) {
    const std::vector<std::string_view> lines(system.hypotheses.begin(), system.hypotheses.end());
    corpus.hypotheses.push_back(tokenized(lines, input.bleu, corpus.vocabulary));
  }
  return corpus;
}

}  // namespace tfm::analysis
