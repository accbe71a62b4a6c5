// Records of columns: what TSV and CSV share.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "config/config.h"
#include "core/concat.h"

namespace tfm {

// Why a record of so many columns holds no pair; empty when it does.
inline std::string missing_column(int64_t columns, const CorpusConfig& corpus) {
  const int64_t wanted = std::max(corpus.source_column, corpus.target_column);
  if (columns >= wanted) return "";
  return concat(columns, columns == 1 ? " column, " : " columns, ", wanted, " wanted");
}

}  // namespace tfm
