// A small parallel text that is translated and scored during training.
#pragma once

#include <string>
#include <vector>

#include "codec/text_codec.h"
#include "config/config.h"
#include "data/batch.h"

namespace tfm {

// As text, line for line, and as batches for the loss. Pairs with a blank side, or with one longer than the
// model has positions for, are in the text alone.
struct ValidationSet {
  std::vector<std::string> sources;
  std::vector<std::string> references;
  std::vector<Batch> batches;
};

// Says how much of it the vocabularies cover. UserError when a file is missing or empty, or the line counts differ.
ValidationSet load_validation_set(const CorpusConfig& corpus, const DataConfig& config, const TextCodec& codec,
                                  int64_t batch_tokens, int64_t max_pieces);

}  // namespace tfm
