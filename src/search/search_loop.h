// The steps that all searches share: the model's log-probabilities -> the rules' edits -> a strategy's choice -> the
// hypotheses advance -> sentences that are done leave the batch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/beam.h"
#include "search/next_token_model.h"
#include "search/token_edits.h"

namespace tfm {

// What a step has computed. A row is beam * W + hypothesis; rows beyond a beam's live hypotheses are of no meaning.
struct SearchStep {
  int64_t width;                     // W
  int64_t vocab_size;                // V
  const BestTokens* best;            // where the strategy wants no more and the model gives them; else null, and:
  std::span<const float> log_probs;  // [N * W, V], edited
  const TokenEdits& edits;           // what they went through: factor() leads back to the model's own
  const std::vector<Beam>& beams;

  std::span<const float> log_probs_of(std::size_t beam, int64_t row) const {
    const auto columns = static_cast<std::size_t>(vocab_size);
    return log_probs.subspan((beam * static_cast<std::size_t>(width) + static_cast<std::size_t>(row)) * columns,
                             columns);
  }
};

// How a search chooses among what may come next.
class SearchStrategy {
 public:
  SearchStrategy() = default;
  SearchStrategy(const SearchStrategy&) = delete;
  SearchStrategy& operator=(const SearchStrategy&) = delete;
  virtual ~SearchStrategy() = default;

  virtual int64_t width() const = 0;  // W, the most live hypotheses of a sentence
  virtual std::vector<LiveHypothesis> start() const = 0;
  // How many of a row's most probable tokens it chooses from; 0: from all.
  virtual int64_t best_wanted() const { return 0; }
  // For each beam, with what it goes on: at most W that don't end, none of log-probability minus infinity. None at all
  // where nothing is allowed.
  virtual std::vector<std::vector<Candidate>> choose(const SearchStep& step) const = 0;
  // Asked after each step, of beams that have not met their limit.
  virtual bool is_done(const Beam& beam) const = 0;
  virtual bool ranks_before(const EndedHypothesis& a, const EndedHypothesis& b) const = 0;
};

// For each sentence, up to num_best hypotheses, as the strategy ranks them; at least one.
std::vector<std::vector<Hypothesis>> run_search(const NextTokenModel& model, const std::vector<SentenceTask>& tasks,
                                                const SearchOptions& options, const SearchStrategy& strategy);

}  // namespace tfm
