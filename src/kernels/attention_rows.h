// What attention does with the scores of one query.
#pragma once

#include <cstdint>

namespace tfm {

// The keys that a query sees, of those that its row has numbers for.
struct VisibleKeys {
  int64_t first, end;
};

// Scores become weights, exp(score - maximum) / sum; zero where nothing is seen. `columns`: a multiple of kLanes.
// Returns maximum + log(sum).
float softmax_row(float* scores, int64_t columns, const VisibleKeys& visible);

// The same where that logarithm is known: exp(score - log_sum).
void weights_row(float* scores, int64_t columns, const VisibleKeys& visible, float log_sum);

// row *= factors, for as many numbers as there are visible keys, the factors being those of the visible ones.
void drop_row(float* row, const VisibleKeys& visible, const float* factors);

// The gradient of the scores, over that of the weights: weight * (gradient - sum over keys of weight * gradient).
void softmax_gradient_row(const float* weights, float* gradient, int64_t columns);

}  // namespace tfm
