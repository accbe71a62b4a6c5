// What a search goes by, for all sentences alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "search/length_penalty.h"

namespace tfm {

// Tokens are drawn from softmax(log-probabilities / temperature), cut to the top_k most probable ones and then to the
// fewest of these that together have top_p of what is left (Holtzman et al. 2020).
struct SamplingOptions {
  double temperature = 1.0;  // above 0
  int64_t top_k = 0;         // 0: all
  double top_p = 1.0;        // above 0, at most 1
  uint64_t seed = 1;
};

struct SearchOptions {
  int64_t beam_size = 1;
  int64_t num_best = 1;  // at most finished_wanted()
  LengthPenalty length_penalty = LengthPenalty::parse("average");
  // Beam patience (Kasai et al. 2022): a sentence is done when patience * beam_size hypotheses have finished, if not
  // before. Above 1, the beam is filled up again when hypotheses have left it.
  double patience = 1.0;
  double coverage_penalty = 0.0;    // beta, see coverage.h
  int64_t no_repeat_ngram = 0;      // see no_repeat_ngram.h; 0: none
  double repetition_penalty = 1.0;  // see repetition_penalty.h
  int64_t bos = 0;
  int64_t eos = 0;
  std::vector<int64_t> forbidden = {};                         // tokens that are never put out, such as the padding
  std::vector<std::vector<int32_t>> forbidden_sequences = {};  // see forbidden_sequences.h
  std::vector<bool> silent = {};  // of each token, whether it spells nothing; none: all spell (see spelled_output.h)
  // What tokens say. Where given, no two of the num_best say the same.
  std::function<std::string(const std::vector<int32_t>& tokens)> spell = {};
  std::optional<SamplingOptions> sampling = {};
  std::function<void()> before_step = {};  // may throw, to abandon the search

  // Hypotheses of a sentence after which it is done.
  int64_t finished_wanted() const;
};

}  // namespace tfm
