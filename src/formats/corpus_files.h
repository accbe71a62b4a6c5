// The files of a corpus: those behind a pattern, and a look at them before long work.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "config/config.h"

namespace tfm {

// One corpus for each file, or pair of files, that the patterns in it match (file_pattern.h), in the order of their
// names. UserError when a pattern matches nothing, or source and target, or the text and its alignment, match unequally
// many (both counts, and the first file without a partner).
std::vector<CorpusConfig> expand_patterns(const CorpusConfig& corpus);

// UserError when a file is missing, unreadable, empty, a pipe (text is read more than once), or of no known format;
// when the lines of two files differ in number: both counts, and the line from which on they seem to part; when the
// alignment beside two files has another number of lines, or a line that is none. No patterns.
void check_corpus(const CorpusConfig& corpus);

// What the corpus is called: its file, or both. No patterns.
std::string files_of_text(const CorpusConfig& corpus);

// The sizes of its text's files as they lie on disk, together; what is missing counts as nothing. No patterns.
int64_t corpus_bytes(const CorpusConfig& corpus);
// The same of several corpora, with patterns.
int64_t corpus_bytes(const std::vector<CorpusConfig>& corpora);

}  // namespace tfm
