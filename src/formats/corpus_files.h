// The files of a corpus: those behind a pattern, and a look at them before long work.
#pragma once

#include <vector>

#include "config/config.h"

namespace tfm {

// One corpus for each file, or pair of files, that the patterns in it match (file_pattern.h), in the order of their
// names. UserError when a pattern matches nothing, or source and target match unequally many (both counts, and the
// first file without a partner).
std::vector<CorpusConfig> expand_patterns(const CorpusConfig& corpus);

// UserError when a file is missing, unreadable, empty, a pipe (text is read more than once), or of no known format;
// when the lines of two files differ in number: both counts, and the line from which on they seem to part. No patterns.
void check_corpus(const CorpusConfig& corpus);

}  // namespace tfm
