// A report on training corpora in the forms that are kept or read.
#pragma once

#include <string>
#include <vector>

#include "cleaning/corpus_report.h"

namespace tfm {

// The contents of report.json.
std::string report_to_json(const PreparationReport& report, const DataConfig& config);

// A person's summary of one corpus: what was dropped and mended, rule by rule with its first lines, and what else is
// worth a warning; empty when there is nothing to say.
std::string summarize(const CorpusReport& report, const DataConfig& config);

// One self-contained page: each corpus and rule, lengths, scripts, what an epoch holds.
std::string report_to_html(const PreparationReport& report, const DataConfig& config);

}  // namespace tfm
