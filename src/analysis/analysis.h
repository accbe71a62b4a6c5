// All that is found out before the page is written.
#pragma once

#include <vector>

#include "analysis/analysis_page.h"
#include "analysis/comparison.h"
#include "analysis/coverage.h"
#include "analysis/final_marks.h"
#include "analysis/length_buckets.h"
#include "analysis/ngram_precisions.h"
#include "analysis/repeated_outputs.h"
#include "analysis/repetitions.h"
#include "analysis/script_figures.h"
#include "analysis/segment_scores.h"
#include "analysis/untranslated.h"
#include "analysis/word_lists.h"

namespace tfm::analysis {

struct SystemFigures {
  SegmentScores scores;
  NgramPrecisions ngrams{};
  std::vector<LengthBucket> lengths{};
  std::vector<std::size_t> worst{};
  Coverage coverage{};
  Repetitions repetitions{};
  RepeatedOutputs outputs{};
  Untranslated untranslated{};
  ScriptFigures script{};
  FinalMarks final_marks{};
  WordLists words{};
};

struct Analysis {
  const AnalysisInput& input;  // the caller's
  std::size_t segments = 0;
  bool target_is_han = false;  // the references are mostly Han characters
  ScriptFigures reference_script{};
  std::vector<SystemFigures> systems{};   // as in the input
  std::vector<Comparison> comparisons{};  // of systems 1, 2, ... with system 0
};

// UserError as analysis_page(). Keeps a reference to `input`.
Analysis analyzed(const AnalysisInput& input);

}  // namespace tfm::analysis
