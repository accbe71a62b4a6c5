// Where two texts that should go line by line stop doing so, judged by the lengths of the lines; in one pass.
#pragma once

#include <cmath>
#include <cstdint>
#include <deque>
#include <optional>

namespace tfm {

// One text has `surplus` lines more than the other. Line i of the shorter one goes with line i of the longer one up to
// some place, and with line i + surplus from there on. Keeps `surplus` lengths in memory.
class PartingSearch {
 public:
  explicit PartingSearch(int64_t surplus) : surplus_(surplus) {}

  // First the lengths of the longer text's first `surplus` lines,
  void add_surplus(int64_t longer) { waiting_.push_back(longer); }
  // then, line by line, those of its other lines with the shorter text's.
  void add(int64_t longer, int64_t shorter) {
    waiting_.push_back(longer);
    ++lines_;
    gain_ += misfit(waiting_.front(), shorter) - misfit(longer, shorter);
    waiting_.pop_front();
    if (gain_ >= best_) return;
    best_ = gain_;
    place_ = lines_;
  }

  // The longer text's first line (from 1) that is left over, so that the lines behind fit best. Nothing when that is
  // its end, or lengths tell nothing.
  std::optional<int64_t> place() const {
    if (surplus_ == 0 || lines_ == 0 || place_ == lines_) return std::nullopt;
    return place_ + 1;
  }

 private:
  // How badly two lines go together: 0 for lines of the same length.
  static double misfit(int64_t a, int64_t b) {
    return std::abs(std::log(static_cast<double>(a + 1) / static_cast<double>(b + 1)));
  }

  int64_t surplus_;
  std::deque<int64_t> waiting_;
  int64_t lines_ = 0, place_ = 0;
  double gain_ = 0.0, best_ = 0.0;  // misfit when the texts part behind the lines so far, less that at the beginning
};

}  // namespace tfm
