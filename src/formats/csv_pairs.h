// Comma-separated values, RFC 4180.
#pragma once

#include <memory>

#include "formats/pair_reader.h"

namespace tfm {

// A column that begins with a quote ends at the next one that isn't doubled; commas and line breaks inside belong to
// it,
// "" is a quote. A quote elsewhere in a column without them is a character. A line break inside becomes a blank, white
// space at the ends of a column goes. With `header` the first record is no pair.
// Where a quote isn't closed within 1 MiB, or text follows the closing one, the line that the record begins with is a
// defect, and reading goes on at the next line: an accident costs one line.
std::unique_ptr<PairReader> open_csv_pairs(const CorpusConfig& corpus);

}  // namespace tfm
