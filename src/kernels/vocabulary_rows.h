// What a search asks of a row of logits, one number for each token of the vocabulary.
#pragma once

#include <cstdint>
#include <span>

namespace tfm {

// log(sum of e^x)
float log_sum_exp(const float* row, int64_t columns);

// to = log(sum over i of e^(log_shares[i] + rows[i])), of numbers that are not infinite: the mean of probabilities
// where rows are their logarithms. `to` may be one of the rows.
void log_of_mean(std::span<const float* const> rows, std::span<const float> log_shares, int64_t columns, float* to);

// The `count` greatest numbers and where they stand, the greatest first; of equals, the one that stands first. What is
// minus infinity or NaN is left out: places beyond are minus infinity, at 0.
void best_of_row(const float* row, int64_t columns, int64_t count, float* values, int64_t* places);

}  // namespace tfm
