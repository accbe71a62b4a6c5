// What is asked of one sentence.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "search/output_constraint.h"

namespace tfm {

struct SentenceTask {
  int64_t most_tokens = 1;                                  // the end mark included, at least 1
  int64_t least_pieces = 1;                                 // tokens before the end mark may come
  std::vector<int32_t> prefix = {};                         // the translation begins with these
  int64_t source_pieces = 0;                                // without the end mark; only a coverage penalty looks at it
  std::shared_ptr<const OutputConstraint> constraint = {};  // what constrained_search() must put out; else none
  uint64_t number = 0;  // names its random stream: sampling is a function of it, never of batch mates
};

// Tasks that say no more than how long each translation may be.
inline std::vector<SentenceTask> tasks_of(const std::vector<int64_t>& most_tokens) {
  std::vector<SentenceTask> tasks;
  for (const int64_t most : most_tokens) tasks.push_back({.most_tokens = most});
  return tasks;
}

}  // namespace tfm
