// A small parallel corpus, whole and in memory: validation and test sets.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"

namespace tfm {

// Line n of one belongs to line n of the other.
struct ParallelText {
  std::vector<std::string> sources;
  std::vector<std::string> targets;
};

// Reads the corpus as training text is read; blank lines stay. A warning counts what was mended, and the records that
// can't be read as a pair, which are left out. UserError when a file is missing, empty, or the line counts differ.
ParallelText read_parallel_text(const CorpusConfig& corpus, const DataConfig& config);

}  // namespace tfm
