// Terms as a search sees them.
#pragma once

#include "search/output_constraint.h"
#include "terms/line_terms.h"

namespace tfm {

class TermConstraint : public OutputConstraint {
 public:
  explicit TermConstraint(LineTerms terms) : terms_(std::move(terms)) {}

  int64_t missing(std::span<const int32_t> tokens) const override { return terms_.missing(state_after(tokens)); }

  std::vector<int64_t> missing_with(std::span<const int32_t> tokens, std::span<const int32_t> next) const override {
    const auto state = state_after(tokens);
    std::vector<int64_t> missing;
    for (const int32_t token : next) missing.push_back(terms_.missing(terms_.advance(state, token)));
    return missing;
  }

  std::vector<int32_t> advancing(std::span<const int32_t> tokens) const override {
    return terms_.advancing(state_after(tokens));
  }

 private:
  // Beside a step of a model the time that this takes can't be seen, and searches need no state of ours.
  LineTerms::State state_after(std::span<const int32_t> tokens) const {
    auto state = terms_.start();
    for (const int32_t token : tokens) state = terms_.advance(std::move(state), token);
    return state;
  }

  LineTerms terms_;
};

}  // namespace tfm
