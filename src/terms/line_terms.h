// All that a line's translation must contain, followed while it grows piece by piece.
//
// It counts the pieces that are missing: those of each term that isn't there yet, less what has been spelled of the one
// that is nearest to its end. Where terms are there unless the last word goes on, the word may end, so that they count
// as there and what goes on with it has gained nothing; or it may go on, and they are lost. The fewer are counted: so
// whatever the text, advancing() has a piece that leaves fewer.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "terms/piece_index.h"
#include "terms/term_spelling.h"

namespace tfm {

// Ways to say one term; any of them will do.
using TermSpellings = std::vector<std::shared_ptr<const TermSpelling>>;

class LineTerms {
 public:
  // The index must stay.
  LineTerms(std::vector<TermSpellings> terms, const PieceIndex& index);

  struct State {
    TextEnd end = {};
    std::vector<TermSpelling::Progress> progress = {};  // of each spelling, term by term; kMet for all of a met term
  };
  State start() const;
  State advance(State state, int32_t piece) const;
  // 0 where all terms are there, if the text ends here.
  int64_t missing(const State& state) const;
  // While something is missing: pieces that leave less, in ascending order; there always are some. Where all terms are
  // there, but one of them only unless its last word goes on: the pieces that end the word.
  std::vector<int32_t> advancing(const State& state) const;

 private:
  struct WantedTerm {
    TermSpellings spellings;
    std::size_t first = 0;  // place of its first spelling in a state
    int64_t pieces_in_all = 0;
  };
  static bool is_met(const WantedTerm& term, const State& state);
  static int64_t gained(const WantedTerm& term, const State& state, TermSpelling::Next next);
  static bool waits_for_border(const WantedTerm& term, const State& state);
  bool may_lose_a_term(const State& state) const;
  int64_t missing_if(const State& state, TermSpelling::Next next) const;

  std::vector<WantedTerm> terms_;
  const PieceIndex& index_;
};

}  // namespace tfm
