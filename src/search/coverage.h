// How much of the source a hypothesis has looked at (Wu et al. 2016, eq. 14 and 15):
//   coverage = sum over the source pieces i of log(min(sum over the tokens j of attention(j, i), 1))
// The source's end mark is no piece of it. The step that gave a token is its j, the target's end mark included. A piece
// with less than kLeastCoverage counts as having that, so that no coverage is minus infinity. Coverage is at most 0,
// and may yet become 0 for any live hypothesis. It enters the score of hypotheses that end, not the comparison of live
// ones.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/next_token_model.h"

namespace tfm {

inline constexpr double kLeastCoverage = 1e-6;

// Of N sentences' W rows.
class Coverage {
 public:
  // Adds what a step looked at. width: W. source_pieces: of each of the N sentences, without the end mark.
  void add(const SourceWeights& attention, int64_t width, std::span<const int64_t> source_pieces);
  // Of each row, [N * W]: including the last step.
  const std::vector<double>& of_rows() const { return of_rows_; }
  // Row i goes on with what was rows[i].
  void select(std::span<const int64_t> rows);

 private:
  int64_t places_ = 0;                            // S
  std::vector<float> looked_at_, looked_before_;  // [N * W, S]; the second is kept for select()
  std::vector<double> of_rows_;
};

}  // namespace tfm
