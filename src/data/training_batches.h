// How the config wants training batches to be made.
#pragma once

#include "config/config.h"
#include "data/epoch_batches.h"

namespace tfm {

// UserError when the vocabulary can't be sampled from.
BatchIteratorOptions training_batches(const Config& config, const Tokenizers& tokenizers, const ParallelCorpus& corpus);

}  // namespace tfm
