// Outputs that say nothing of their source: empty, a copy of it, or the same for several.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "metrics/corpus.h"

namespace tfm::analysis {

struct RepeatedOutput {
  std::size_t segment = 0;  // the first that has it
  int64_t segments = 0;
  int64_t inputs = 0;  // different sources among them
};

struct RepeatedOutputs {
  int64_t empty = 0;  // segments with nothing but white space, while a reference has more
  std::vector<std::size_t> first_empty;
  int64_t copies = 0;  // equal to the source, and no reference is
  std::vector<std::size_t> first_copies;
  int64_t shared = 0;                    // segments whose output is that of a different source too
  std::vector<RepeatedOutput> clearest;  // the outputs of most sources first
};

// Without sources nothing is a copy, and the first references stand for the sources.
RepeatedOutputs repeated_outputs(const std::vector<std::string>& hypotheses, const References& references,
                                 const std::vector<std::string>& sources);

}  // namespace tfm::analysis
