// Anything that can say how probable each next token is: what a search grows its hypotheses with.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "search/token_edits.h"

namespace tfm {

// The newest token of each row: N sentences with W rows each. A row is a hypothesis; row i = sentence * W + hypothesis.
struct LastTokens {
  std::span<const int64_t> tokens;  // [N * W]
  int64_t width;                    // W

  int64_t sentences() const { return std::ssize(tokens) / width; }
};

// The most probable next tokens of each row, best first.
struct BestTokens {
  int64_t count = 0;                  // K
  std::vector<float> log_probs = {};  // [N * W, K], as edited; minus infinity where there are fewer
  std::vector<int64_t> tokens = {};   // [N * W, K]
};
struct BestTokensWanted {
  const std::vector<int64_t>& live;  // how many of a sentence's W rows have a hypothesis: the first ones
  const TokenEdits& edits;
  std::span<const int64_t> never;  // tokens that are forbidden in all rows; see TokenEdits
  int64_t count;                   // K
};

// What each row's newest step looked at in the source.
struct SourceWeights {
  int64_t places = 0;               // S
  std::vector<float> weights = {};  // [N * W, S]; each row sums to 1
};

struct NextTokenModel {
  int64_t vocab_size = 0;  // V
  // Feeds the last token of each row and writes the next one's log-probabilities, [N * W, V].
  std::function<void(const LastTokens& last, float* log_probs)> log_probs;
  // Row i continues what was row rows[i], [N' * W]. Where sentences have left the batch, `sentences`, [N'], has those
  // that stay; otherwise it is empty.
  std::function<void(std::span<const int64_t> rows, std::span<const int64_t> sentences)> select;
  // Of the step that has just been made. Asked for a coverage penalty only.
  std::function<SourceWeights()> attention = {};
  // Instead of log_probs, where a search asks for no more; none: there is no faster way. What it gives for rows without
  // a hypothesis is of no meaning.
  std::function<void(const LastTokens& last, const BestTokensWanted& wanted, BestTokens& best)> best = {};
};

}  // namespace tfm
