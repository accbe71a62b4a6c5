// How the sum of log-probabilities becomes a score that hypotheses of different lengths can be ranked by.
#pragma once

#include <cstdint>
#include <string>

namespace tfm {

// score = log_prob / penalty(tokens), the end mark counted among the tokens.
class LengthPenalty {
 public:
  // "none": 1. "average": tokens. A number alpha: ((5 + tokens) / 6)^alpha (Wu et al. 2016, eq. 14).
  // UserError when the text is none of these.
  static LengthPenalty parse(const std::string& text);

  double operator()(int64_t tokens) const;

 private:
  enum class Kind { kNone, kAverage, kWu };
  LengthPenalty(Kind kind, double alpha) : kind_(kind), alpha_(alpha) {}

  Kind kind_;
  double alpha_;
};

}  // namespace tfm
