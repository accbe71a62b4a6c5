// What a person looks at to make a model better: one HTML page about the outputs of one system, or of several.
#pragma once

#include <string>
#include <vector>

#include "metrics/bleu.h"
#include "metrics/corpus.h"

namespace tfm {

struct AnalyzedSystem {
  std::string name;
  std::vector<std::string> hypotheses;
  std::vector<std::string> score_lines;  // shown as they are
};

struct AnalysisInput {
  std::string title;
  std::vector<std::string> sources;  // one for each segment, or none at all: unknown
  References references;
  std::vector<AnalyzedSystem> systems;  // at least one; the others are compared with the first
  BleuOptions bleu;                     // how BLEU was scored; its tokens are those that the page speaks of
};

// Self-contained: no script, style, font or picture from elsewhere, and readable without scripts. A few MB at most,
// whatever the number of segments: lists hold the most telling ones and say how many there are. Uses all cores.
// UserError when the numbers of hypotheses, references and sources differ, or there is nothing to analyze.
std::string analysis_page(const AnalysisInput& input);

}  // namespace tfm
