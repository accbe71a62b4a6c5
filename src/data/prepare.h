// From raw parallel text to vocabularies, an encoded corpus and a report of what was done with each line.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "config/config.h"
#include "data/parallel_corpus.h"
#include "text/tokenizer.h"

namespace tfm {

struct PreparedData {
  Tokenizers tokenizers;
  ParallelCorpus train;
};

// Makes or reuses RUN/tokenizer, RUN/data/train and RUN/data/report.json and .html. They are reused when the run's
// record of what they were made from (RUN/data/prepared.json: the settings and files that decide the result) is
// unchanged and they are whole; otherwise they are made again, unless `must_reuse` (a run that already has
// checkpoints), which is a UserError naming the cause. The caller holds the run folder's lock. Killed at any moment, it
// leaves nothing that a later call would take for whole.
struct PrepareOptions {
  // A run that has checkpoints: only what is damaged or lost is made again, from unchanged text.
  bool must_reuse = false;
  bool verify = false;  // compares what is reused with its checksums first; training does so while it runs
  // Gets the pairs that were left out; asked for, the data is made again.
  std::optional<std::filesystem::path> dropped = std::nullopt;
};
PreparedData prepare_data(const Config& config, const std::filesystem::path& run_folder, const PrepareOptions& options);

// How often a pair of each entry of data.train comes in an epoch, on average.
std::vector<double> training_weights(const DataConfig& config, const ParallelCorpus& corpus);

// UserError for settings of text that can't be: unknown conversions, impossible symbols and tags; all at once.
void check_text_settings(const Config& config);

// UserError for a file of the config that is missing, empty, unreadable or of another length than its partner: a quick
// look, so that it comes before any long work.
void check_training_files(const DataConfig& config);
// The same for validation and test set, which must also have a pair in them.
void check_held_out_files(const DataConfig& config);

}  // namespace tfm
