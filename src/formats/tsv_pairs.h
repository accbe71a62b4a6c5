// Tab-separated values.
#pragma once

#include <memory>

#include "formats/pair_reader.h"

namespace tfm {

// One record a line, columns cut at tabs; there is no quoting, so a column is as it stands. Columns that aren't asked
// for are passed over. With `header` the first line is no record.
std::unique_ptr<PairReader> open_tsv_pairs(const CorpusConfig& corpus);

}  // namespace tfm
