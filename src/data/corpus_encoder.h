// Clean pairs to piece ids: decides which pairs training sees.
#pragma once

#include <cstdint>

#include "core/progress.h"
#include "data/corpus_report.h"
#include "data/parallel_corpus.h"
#include "text/tokenizer.h"

namespace tfm {

// Writes the corpus's pairs that have text on both sides and no more than `max_length` pieces on either, in their
// order. Encodes with as many threads as LibTorch may use; the result doesn't depend on them. Advances `progress` by
// pairs.
CorpusReport encode_corpus(const CorpusFiles& files, const Tokenizers& tokenizers, int64_t max_length,
                           ParallelCorpusWriter& writer, Progress& progress);

}  // namespace tfm
