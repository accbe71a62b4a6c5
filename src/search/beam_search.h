// Beam search over anything that can say how probable each next token is. It never sees the Transformer.
//
// W hypotheses of each sentence grow side by side. A hypothesis that takes the end mark leaves the beam with its slot,
// so W = 1 is greedy search. A sentence is done when no slot is left or no live hypothesis can still win: its
// log-probability only falls, so log_prob / length_penalty(limit) bounds what it can reach.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <functional>
#include <vector>

#include "search/length_penalty.h"

namespace tfm {

struct Hypothesis {
  std::vector<int32_t> tokens;  // the end mark included where finished
  double log_prob = 0.0;        // sum over the tokens
  double score = 0.0;           // log_prob / length_penalty(tokens)
  bool finished = true;         // false: the length limit came first
};

struct NextTokenModel {
  // Feeds the last token of each hypothesis, int64 [N, W]; gives the next one's log-probabilities, float [N, W, V].
  // The result is the search's to change.
  std::function<at::Tensor(const at::Tensor& last_tokens)> log_probs;
  // Row i (= sentence * W + hypothesis) continues what was row rows[i], int64 [N' * W]. Where sentences have left the
  // batch, `sentences`, int64 [N'], has those that stay; otherwise it is undefined.
  std::function<void(const at::Tensor& rows, const at::Tensor& sentences)> select;
};

struct SearchOptions {
  int64_t beam_size = 1;
  int64_t num_best = 1;  // at most beam_size
  LengthPenalty length_penalty = LengthPenalty::parse("average");
  int64_t bos = 0;
  int64_t eos = 0;
  std::vector<int64_t> forbidden;  // tokens that are never put out, such as the padding
  bool forbid_empty = true;        // the end mark can't be the first token
  at::Device device = at::kCPU;
  std::function<void()> before_step = {};  // may throw, to abandon the search
};

// For each sentence, up to num_best hypotheses, the best first, finished ones before unfinished ones. `limits`: the
// most tokens for each sentence, the end mark included, at least 1.
std::vector<std::vector<Hypothesis>> beam_search(const NextTokenModel& model, const std::vector<int64_t>& limits,
                                                 const SearchOptions& options);

}  // namespace tfm
