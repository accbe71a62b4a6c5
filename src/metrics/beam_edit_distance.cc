#include "metrics/beam_edit_distance.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tfm::metrics {
namespace {

constexpr int32_t kInfinite = 1'000'000'000;
constexpr double kBeamWidth = 25;

// The columns of row `i` that are searched. The diagonal is that of a rectangle; where the texts' lengths differ very
// much, the beam is as wide as its step, so that one row's always touches the next one's.
struct Columns {
  std::size_t first, last;  // without the last
};
Columns searched(std::size_t i, std::size_t words, std::size_t reference_words) {
  const double ratio = static_cast<double>(reference_words) / static_cast<double>(words);
  const double width = kBeamWidth < ratio / 2 ? std::ceil(ratio / 2 + kBeamWidth) : kBeamWidth;
  const double diagonal = std::floor(static_cast<double>(i) * ratio);
  const auto end = static_cast<double>(reference_words + 1);
  return {static_cast<std::size_t>(std::max(0.0, diagonal - width)),
          static_cast<std::size_t>(i == words ? end : std::min(end, diagonal + width))};
}

}  // namespace

// Of equal costs a substitution is taken before a deletion, that before an insertion.
void BeamEditDistance::fill_row(std::size_t i, std::size_t words, uint32_t word, const Cell* above, Cell* row) const {
  std::fill_n(row, width(), Cell{kInfinite, Edit::kUndefined});
  const auto [first, last] = searched(i, words, reference_.size());
  for (std::size_t j = first; j < last; ++j) {
    if (j == 0) {
      row[0] = {above[0].cost + 1, Edit::kDeletion};
      continue;
    }
    const bool equal = word == reference_[j - 1];
    Cell best = {above[j - 1].cost + (equal ? 0 : 1), equal ? Edit::kNone : Edit::kSubstitution};
    if (above[j].cost + 1 < best.cost) best = {above[j].cost + 1, Edit::kDeletion};
    if (row[j - 1].cost + 1 < best.cost) best = {row[j - 1].cost + 1, Edit::kInsertion};
    if (best.cost < kInfinite) row[j] = best;
  }
}

int64_t BeamEditDistance::start(std::span<const uint32_t> hypothesis) {
  words_ = hypothesis.size();
  rows_.resize((words_ + 1) * width());
  variant_.resize(2 * width());
  for (std::size_t j = 0; j < width(); ++j) rows_[j] = {static_cast<int32_t>(j), Edit::kInsertion};
  for (std::size_t i = 1; i <= words_; ++i) {
    fill_row(i, words_, hypothesis[i - 1], &rows_[(i - 1) * width()], &rows_[i * width()]);
  }
  return rows_.back().cost;
}

std::vector<Edit> BeamEditDistance::edits() const {
  std::vector<Edit> edits;
  std::size_t i = words_, j = reference_.size();
  while (i > 0 || j > 0) {
    const Edit edit = rows_[i * width() + j].edit;
    if (edit == Edit::kUndefined) throw std::logic_error("the beam of an edit distance is broken");
    if (edit != Edit::kInsertion) --i;
    if (edit != Edit::kDeletion) --j;
    edits.push_back(edit);
  }
  std::ranges::reverse(edits);
  return edits;
}

int64_t BeamEditDistance::of_variant(std::span<const uint32_t> variant, std::size_t unchanged) {
  const Cell* above = &rows_[unchanged * width()];
  for (std::size_t i = unchanged + 1; i <= words_; ++i) {
    Cell* row = &variant_[(i % 2) * width()];
    fill_row(i, words_, variant[i - 1], above, row);
    above = row;
  }
  return above[width() - 1].cost;
}

}  // namespace tfm::metrics
