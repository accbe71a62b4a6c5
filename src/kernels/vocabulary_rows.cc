#include "kernels/vocabulary_rows.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/lanes.h"

namespace tfm {
namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();
constexpr int64_t kBlock = 8 * kLanes;

TFM_INLINE float largest_of_block(const float* block) {
  Lanes most = load(block);
  for (int64_t c = kLanes; c < kBlock; c += kLanes) most = larger(most, load(block + c));
  return largest_of(most);
}

// `row` is not NaN anywhere.
TFM_INLINE float largest_of_row(const float* row, int64_t columns) {
  float most = kNothing;
  const int64_t whole = columns / kBlock * kBlock;
  for (int64_t c = 0; c < whole; c += kBlock) most = std::max(most, largest_of_block(row + c));
  for (int64_t c = whole; c < columns; ++c) most = std::max(most, row[c]);
  return most;
}

// Puts `value` among those that are there, which are fewer than it or greater or stood before it.
TFM_INLINE void insert(float value, int64_t place, int64_t count, float* values, int64_t* places) {
  int64_t i = count - 1;
  for (; i > 0 && values[i - 1] < value; --i) {
    values[i] = values[i - 1];
    places[i] = places[i - 1];
  }
  values[i] = value;
  places[i] = place;
}

}  // namespace

TFM_CLONES float log_sum_exp(const float* row, int64_t columns) {
  const float most = largest_of_row(row, columns);
  if (!(most > kNothing)) return most;
  Lanes sums{};
  const int64_t whole = columns / kLanes * kLanes;
  for (int64_t c = 0; c < whole; c += kLanes) sums += exponential(load(row + c) - most);
  if (whole < columns) sums += exponential(load_some(row + whole, columns - whole, kNothing) - most);
  return most + std::log(sum_of(sums));
}

TFM_CLONES void log_of_mean(std::span<const float* const> rows, std::span<const float> log_shares, int64_t columns,
                            float* to) {
  for (int64_t c = 0; c < columns; c += kLanes) {
    const int64_t count = std::min(kLanes, columns - c);
    const auto term = [&](std::size_t i) __attribute__((always_inline)) {
      return (count == kLanes ? load(rows[i] + c) : load_some(rows[i] + c, count)) + log_shares[i];
    };
    Lanes most = term(0), sum{};
    for (std::size_t i = 1; i < rows.size(); ++i) most = larger(most, term(i));
    for (std::size_t i = 0; i < rows.size(); ++i) sum += exponential(term(i) - most);
    store_some(to + c, logarithm(sum) + most, count);
  }
}

TFM_CLONES void best_of_row(const float* row, int64_t columns, int64_t count, float* values, int64_t* places) {
  std::fill_n(values, count, kNothing);
  std::fill_n(places, count, 0);
  float& least = values[count - 1];
  const int64_t whole = columns / kBlock * kBlock;
  for (int64_t c = 0; c < whole; c += kBlock) {
    if (!(largest_of_block(row + c) > least)) continue;
    for (int64_t i = c; i < c + kBlock; ++i) {
      if (row[i] > least) insert(row[i], i, count, values, places);
    }
  }
  for (int64_t i = whole; i < columns; ++i) {
    if (row[i] > least) insert(row[i], i, count, values, places);
  }
}

}  // namespace tfm
