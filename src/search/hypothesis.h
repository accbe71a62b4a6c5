// What a search grows and what it gives.
#pragma once

#include <cstdint>
#include <vector>

namespace tfm {

// A result. With length penalty lp and coverage penalty beta (see coverage.h):
//   score = ranking / lp(tokens) + beta * coverage
// where ranking is log_prob, but for tokens that a repetition penalty scales: these count as scaled.
struct Hypothesis {
  std::vector<int32_t> tokens;  // the end mark included where finished
  double log_prob = 0.0;        // the model's own: the sum below, whatever rules the search goes by
  double score = 0.0;
  bool finished = true;                      // false: the length limit came first, or no token was allowed
  std::vector<double> token_log_probs = {};  // of each token after those before it
  int64_t missing = 0;                       // tokens that a constraint still asks for; see output_constraint.h
};

// One that may still grow.
struct LiveHypothesis {
  std::vector<int32_t> tokens;
  std::vector<double> token_log_probs;
  double log_prob = 0.0;
  double ranking = 0.0;  // what it is compared by while it grows
  int64_t parent = 0;    // its row within the sentence at the step before
  int64_t draw = 0;      // in sampling: which of the independent draws it is
  int64_t missing = 0;   // as in a result
};

// A token that a live hypothesis may go on with.
struct Candidate {
  int64_t parent = 0;  // row within the sentence
  int32_t token = 0;
  double log_prob = 0.0;  // of this token alone, the model's own
  double ranking = 0.0;   // of the hypothesis that it would make
  int64_t missing = 0;    // the same
};

}  // namespace tfm
