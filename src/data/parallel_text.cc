#include "data/parallel_text.h"

#include "cleaning/pair_inspector.h"
#include "cleaning/report_text.h"
#include "core/log.h"
#include "formats/corpus_files.h"

namespace tfm {
namespace {

// What happened to the bytes; rules for training pairs don't apply.
JudgedPair judge_reading(const CleanPair& pair) {
  JudgedPair judged{.line = pair.line, .source_pieces = 0, .target_pieces = 0};
  if (!pair.defect.empty()) judged.findings.add(Rule::kMalformed, Side::kPair);
  judged.defect = pair.defect;
  add_mended(pair.source, Side::kSource, judged.findings);
  add_mended(pair.target, Side::kTarget, judged.findings);
  return judged;
}

void read_into(ParallelText& text, const CorpusConfig& corpus, const DataConfig& config) {
  const auto reader = open_pairs(corpus, {config.source_language, config.target_language});
  CorpusReport report(corpus, reader->encoding());
  while (auto pair = reader->next()) {
    report.add(judge_reading(*pair), config);
    if (!pair->defect.empty()) continue;
    text.sources.push_back(std::move(pair->source.text));
    text.targets.push_back(std::move(pair->target.text));
  }
  const std::string summary = summarize(report, config);
  if (!summary.empty()) log::warning(summary);
}

}  // namespace

ParallelText read_parallel_text(const CorpusConfig& corpus, const DataConfig& config) {
  ParallelText text;
  for (const CorpusConfig& each : expand_patterns(corpus)) read_into(text, each, config);
  return text;
}

}  // namespace tfm
