// JSON Lines: one object a line.
#pragma once

#include <memory>

#include "formats/pair_reader.h"

namespace tfm {

// The sides are strings under source_key and target_key: a key, or a JSON pointer (RFC 6901) where it begins with "/".
// Without these the keys are the languages' tags, whole or without script and region ("zh-Hans", "zh"), in the object
// itself or in the object under "translation". A line break inside becomes a blank, white space at the ends goes.
// UserError for a pointer that is none.
std::unique_ptr<PairReader> open_jsonl_pairs(const CorpusConfig& corpus, const LanguagePair& languages);

}  // namespace tfm
