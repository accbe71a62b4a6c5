#include "search/coverage.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tfm {

void Coverage::add(const SourceWeights& attention, int64_t width, std::span<const int64_t> source_pieces) {
  places_ = attention.places;
  looked_at_.resize(attention.weights.size());
  for (std::size_t i = 0; i < looked_at_.size(); ++i) looked_at_[i] += attention.weights[i];
  const auto rows = source_pieces.size() * static_cast<std::size_t>(width);
  of_rows_.assign(rows, 0.0);
  for (std::size_t row = 0; row < rows; ++row) {
    const auto pieces = source_pieces[row / static_cast<std::size_t>(width)];
    const float* weights = looked_at_.data() + row * static_cast<std::size_t>(places_);
    for (int64_t piece = 0; piece < std::min(pieces, places_); ++piece) {
      of_rows_[row] += std::log(std::clamp(double{weights[piece]}, kLeastCoverage, 1.0));
    }
  }
}

void Coverage::select(std::span<const int64_t> rows) {
  const auto places = static_cast<std::size_t>(places_);
  std::swap(looked_at_, looked_before_);
  looked_at_.resize(rows.size() * places);
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::copy_n(looked_before_.begin() + rows[row] * places_, places,
                looked_at_.begin() + static_cast<std::ptrdiff_t>(row * places));
  }
}

}  // namespace tfm
