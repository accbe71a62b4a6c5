// The batch that takes the most memory, so that it can be tried before training begins.
#pragma once

#include "data/batch.h"
#include "data/epoch_batches.h"

namespace tfm {

// As many rows as the limits of a batch allow of a pair that is as long as the corpus' longest, on both sides: no batch
// of the corpus takes more, short of one whose sentences are cut anew into more pieces. The words mean nothing.
Batch largest_batch(const ParallelCorpus& corpus, const BatchIteratorOptions& options);

}  // namespace tfm
