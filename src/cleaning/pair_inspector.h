// The rules that look at text: applied to a pair before it is encoded.
#pragma once

#include <optional>

#include "chinese/text_policy.h"
#include "cleaning/corpus_report.h"
#include "cleaning/language_script.h"
#include "formats/pair_reader.h"

namespace tfm {

// Rewrites a pair's text by the text policies and asks all rules that need no vocabulary. Several threads may use one
// object at once.
class PairInspector {
 public:
  // UserError when a conversion isn't there.
  explicit PairInspector(const DataConfig& config);

  // The findings so far; duplicates and lengths in pieces are judged where all pairs, and the vocabularies, are known.
  JudgedPair inspect(CleanPair& pair) const;
  // Of the pair's text, for finding duplicates as the config says.
  uint64_t duplicate_key(const CleanPair& pair) const;

 private:
  struct SideRules {
    ChineseNormalizer normalizer;
    std::optional<WritingScript> script;
  };
  void inspect_side(CleanLine& line, Side side, const SideRules& rules, Findings& findings) const;
  void inspect_pair(const CleanPair& pair, Findings& findings) const;

  const DataConfig& config_;
  SideRules source_, target_;
};

// The marks that reading left on a line: mended bytes, controls and so on.
void add_mended(const CleanLine& line, Side side, Findings& findings);

}  // namespace tfm
