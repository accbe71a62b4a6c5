// The mark that a segment ends with.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "metrics/corpus.h"

namespace tfm::analysis {

struct FinalMarkChange {
  std::u32string reference;  // one mark, or empty: ends with none
  std::u32string hypothesis;
  int64_t segments = 0;
};

struct FinalMarks {
  int64_t differing = 0;  // segments that end unlike each of their references
  std::vector<FinalMarkChange> frequent;
};

// Against the first reference, where it is none of them; empty outputs are left out.
FinalMarks final_marks(const std::vector<std::string>& hypotheses, const References& references);

}  // namespace tfm::analysis
