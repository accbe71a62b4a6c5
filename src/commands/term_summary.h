// What became of the terms of all lines, told at the end.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "decoding/terminology.h"

namespace tfm {

class TermSummary {
 public:
  void add(int64_t line, const std::vector<TermResult>& terms);
  // "terms: 12 in 9 of 40 lines, 11 met", and a warning that names the first lines where some are not.
  void log() const;

 private:
  int64_t lines_ = 0;
  int64_t lines_with_terms_ = 0;
  int64_t terms_ = 0;
  int64_t met_ = 0;
  std::vector<std::string> not_met_;  // the first ones, each with its line
};

}  // namespace tfm
