// Where a run's vocabularies come from: learnt from all training corpora, or given model files.
#pragma once

#include "config/config.h"
#include "text/tokenizer.h"

namespace tfm {

Tokenizers make_tokenizers(const Config& config);

}  // namespace tfm
