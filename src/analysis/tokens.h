// Segments as numbered tokens, the ones that BLEU counts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analysis/analysis_page.h"

namespace tfm::analysis {

using Tokens = std::vector<uint32_t>;

class Vocabulary {
 public:
  // The number of a token; a new one gets the next.
  uint32_t id(const std::string& token) {
    const auto [entry, is_new] = ids_.try_emplace(token, static_cast<uint32_t>(tokens_.size()));
    if (is_new) tokens_.push_back(token);
    return entry->second;
  }
  const std::string& token(uint32_t id) const { return tokens_[id]; }
  std::size_t size() const { return tokens_.size(); }

 private:
  std::unordered_map<std::string, uint32_t> ids_;
  std::vector<std::string> tokens_;
};

struct TokenizedCorpus {
  Vocabulary vocabulary;
  std::vector<std::vector<Tokens>> references;  // [segments][references of it]
  std::vector<std::vector<Tokens>> hypotheses;  // [systems][segments]
};

TokenizedCorpus tokenized(const AnalysisInput& input);

}  // namespace tfm::analysis
