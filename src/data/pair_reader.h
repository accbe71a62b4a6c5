// Two files side by side: line n of one belongs to line n of the other.
#pragma once

#include <cstdint>
#include <optional>

#include "config/config.h"
#include "data/line_reader.h"

namespace tfm {

struct CleanPair {
  CleanLine source;
  CleanLine target;
  int64_t line = 0;  // counted from 1
};

class PairReader {
 public:
  explicit PairReader(const CorpusFiles& files);
  // Nothing at the end. UserError when a file is empty or the line counts differ (both numbers).
  std::optional<CleanPair> next();

 private:
  LineReader source_;
  LineReader target_;
};

// The number of pairs, with PairReader's errors: one quick look, so that they come before any long work. UserError as
// well when a file can be read only once.
int64_t count_pairs(const CorpusFiles& files);

}  // namespace tfm
