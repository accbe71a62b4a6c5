#include "analysis/analysis.h"

#include "analysis/ranking.h"
#include "analysis/tokens.h"
#include "core/concat.h"
#include "core/error.h"
#include "metrics/script.h"

namespace tfm::analysis {
namespace {

void check_sources(const AnalysisInput& input) {
  if (input.sources.empty() || input.sources.size() == input.references.size()) return;
  throw UserError(concat("the number of sources (", input.sources.size(), ") and of references (",
                         input.references.size(), ") differ; each reference needs one source, line for line"));
}

std::vector<std::string> first_references(const References& references) {
  std::vector<std::string> lines;
  for (const auto& segment : references) lines.push_back(segment.front());
  return lines;
}

std::vector<int64_t> first_lengths(const std::vector<std::vector<Tokens>>& references) {
  std::vector<int64_t> lengths;
  for (const auto& segment : references) lengths.push_back(std::ssize(segment.front()));
  return lengths;
}

SystemFigures figures(const AnalysisInput& input, SegmentScores scores, const TokenizedCorpus& corpus,
                      std::size_t system, UntranslatedScript untranslated_script) {
  const auto& outputs = input.systems[system].hypotheses;
  const auto& tokens = corpus.hypotheses[system];
  const auto& [vocabulary, reference_tokens, _] = corpus;
  SystemFigures result{.scores = std::move(scores)};
  result.ngrams = ngram_precisions(result.scores, input.bleu);
  result.lengths = length_buckets(result.scores, first_lengths(reference_tokens), input.bleu);
  result.worst = worst_segments(result.scores.chrf, outputs, input.references, input.sources, kWorstListed);
  result.coverage = coverage(segment_lengths(tokens, reference_tokens, input.sources));
  result.repetitions = repetitions(outputs, input.references, tokens, reference_tokens, vocabulary);
  result.outputs = repeated_outputs(outputs, input.references, input.sources);
  result.untranslated = untranslated(outputs, input.references, input.sources, untranslated_script);
  result.script = script_figures(outputs);
  result.final_marks = final_marks(outputs, input.references);
  result.words = word_lists(tokens, reference_tokens, vocabulary);
  return result;
}

}  // namespace

Analysis analyzed(const AnalysisInput& input) {
  check_sources(input);
  std::vector<SegmentScores> scores;  // first, since this refuses what cannot be analyzed
  for (const auto& system : input.systems) {
    scores.push_back(segment_scores(system.hypotheses, input.references, input.bleu));
  }
  Analysis result{.input = input, .segments = input.references.size()};
  const auto references = first_references(input.references);
  result.target_is_han = bleu_tokenization_for_text(references) == BleuTokenization::kZh;
  result.reference_script = script_figures(references);
  const auto script = result.target_is_han ? UntranslatedScript::kLatinWords : UntranslatedScript::kHanRuns;
  const auto corpus = tokenized(input);
  for (std::size_t i = 0; i < input.systems.size(); ++i) {
    result.systems.push_back(figures(input, std::move(scores[i]), corpus, i, script));
    if (i == 0) continue;
    result.comparisons.push_back(compare(result.systems[0].scores.chrf, result.systems[i].scores.chrf,
                                         input.systems[0].hypotheses, input.systems[i].hypotheses));
  }
  return result;
}

}  // namespace tfm::analysis
