// Anything that can say how probable each next token is: what a search grows its hypotheses with.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <span>
#include <vector>

#include "search/token_edits.h"

namespace tfm {

// The most probable next tokens of each row, best first, on the host.
struct BestTokens {
  at::Tensor log_probs;  // float [N, W, K], as edited; minus infinity where there are fewer
  at::Tensor tokens;     // int64 [N, W, K]
};
struct BestTokensWanted {
  const std::vector<int64_t>& live;  // how many of a sentence's W rows have a hypothesis: the first ones
  const TokenEdits& edits;
  std::span<const int64_t> never;  // tokens that are forbidden in all rows; see TokenEdits
  int64_t count;                   // K
};

// N sentences with W rows each. A row is a hypothesis; row i = sentence * W + hypothesis.
struct NextTokenModel {
  // Feeds the last token of each row, int64 [N, W]; gives the next one's log-probabilities, float [N, W, V],
  // contiguous. The result is the search's to change.
  std::function<at::Tensor(const at::Tensor& last_tokens)> log_probs;
  // Row i continues what was row rows[i], int64 [N' * W]. Where sentences have left the batch, `sentences`, int64 [N'],
  // has those that stay; otherwise it is undefined.
  std::function<void(const at::Tensor& rows, const at::Tensor& sentences)> select;
  // What the step that log_probs has just made looked at in the source: float [N, W, S], each row sums to 1. Asked for
  // a coverage penalty only.
  std::function<at::Tensor()> attention = {};
  // Instead of log_probs, where a search asks for no more; none: there is no faster way. What it gives for rows without
  // a hypothesis is of no meaning.
  std::function<BestTokens(const at::Tensor& last_tokens, const BestTokensWanted& wanted)> best = {};
};

}  // namespace tfm
