// One sentence's hypotheses: those that grow and those that have ended.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "search/hypothesis.h"
#include "search/search_options.h"
#include "search/sentence_task.h"

namespace tfm {

struct EndedHypothesis {
  Hypothesis result;
  std::string spelled = {};  // by SearchOptions::spell
  int64_t draw = 0;
};

// Whether the first stands before the second among the results.
using RanksBefore = std::function<bool(const EndedHypothesis&, const EndedHypothesis&)>;

struct Beam {
  int64_t sentence = 0;  // in the caller's order
  SentenceTask task;
  std::vector<LiveHypothesis> live;         // hypothesis i is in row i of the sentence
  std::vector<EndedHypothesis> ended = {};  // ranked; where hypotheses are spelled, all distinct
  int64_t num_finished = 0;                 // with those that spelled what another one does
  bool is_stuck = false;                    // no live hypothesis was allowed any token

  bool at_limit() const { return !live.empty() && std::ssize(live.front().tokens) >= task.most_tokens; }
};

// Goes on with the chosen candidates; those whose token is the end mark leave. coverage: of each row, in the step that
// gave the candidates; empty where nothing is scored by it.
void advance(Beam& beam, const std::vector<Candidate>& chosen, std::span<const double> coverage,
             const SearchOptions& options, const RanksBefore& ranks_before);

// Whether a live hypothesis, of which there must be some, could still be among the num_best; beam_search.h has the
// bound.
bool can_win(const Beam& beam, const SearchOptions& options);

// What the sentence comes to, at most num_best. Live hypotheses that met the limit, or are stuck, are among them.
std::vector<Hypothesis> results(Beam& beam, std::span<const double> coverage, const SearchOptions& options,
                                const RanksBefore& ranks_before);

}  // namespace tfm
