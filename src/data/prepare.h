// From raw parallel text to vocabularies, an encoded corpus and a report of what was done with each line.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "config/config.h"
#include "data/parallel_corpus.h"
#include "text/tokenizer.h"

namespace tfm {

// Line n of one belongs to line n of the other.
struct ParallelText {
  std::vector<std::string> sources;
  std::vector<std::string> targets;
};

// Cleans and reads a small parallel corpus (validation, test) whole: blank lines stay, line for line; a warning counts
// the lines that were mended. UserError when a file is missing, empty, or the line counts differ (both numbers).
ParallelText read_parallel_text(const CorpusFiles& files);

struct PreparedData {
  Tokenizers tokenizers;
  ParallelCorpus train;
};

// Makes or reuses RUN/tokenizer, RUN/data/train.bin and RUN/data/report.json. They are reused when the run's record of
// what they were made from (RUN/data/prepared.json: the settings and files that decide the result) is unchanged and
// they are whole; otherwise they are made again, unless `must_reuse` (a run that already has checkpoints), which is a
// UserError naming the cause. The caller holds the run folder's lock. Killed at any moment, it leaves nothing that a
// later call would take for whole.
PreparedData prepare_data(const Config& config, const std::filesystem::path& run_folder, bool must_reuse = false);

}  // namespace tfm
