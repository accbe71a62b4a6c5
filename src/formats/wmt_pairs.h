// WMT's XML format since 2021, one file with source and references.
#pragma once

#include <memory>

#include "formats/pair_reader.h"

namespace tfm {

// One record a <seg> of each <src>, in the order of documents and numbers, with the text of the first translator who
// has one; "not translated" where nobody has. Documents of a test suite are left out. White space is collapsed. The
// file is read as a whole: test sets are small.
std::unique_ptr<PairReader> open_wmt_pairs(const CorpusConfig& corpus);

}  // namespace tfm
