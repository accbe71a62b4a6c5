#include "terms/line_terms.h"

#include <algorithm>

namespace tfm {

LineTerms::LineTerms(std::vector<TermSpellings> terms, const PieceIndex& index) : index_(index) {
  std::size_t first = 0;
  for (auto& spellings : terms) {
    const auto count = spellings.size();
    // Any of the spellings may be taken, so none may look nearer before it has begun.
    int64_t most = 0;
    for (const auto& spelling : spellings) most = std::max(most, spelling->pieces_in_all());
    terms_.push_back({std::move(spellings), first, most});
    first += count;
  }
}

LineTerms::State LineTerms::start() const {
  State state;
  for (const auto& term : terms_) state.progress.resize(term.first + term.spellings.size(), 0);
  return state;
}

LineTerms::State LineTerms::advance(State state, int32_t piece) const {
  state.end.append(index_.surface(piece), [&](char32_t c, const TextEnd& before) {
    for (const auto& term : terms_) {
      if (is_met(term, state)) continue;
      bool met = false;
      for (std::size_t i = 0; i < term.spellings.size(); ++i) {
        auto& progress = state.progress[term.first + i];
        progress = term.spellings[i]->step(progress, c, before);
        met = met || progress == TermSpelling::kMet;
      }
      if (met)
        std::fill_n(state.progress.begin() + static_cast<std::ptrdiff_t>(term.first), term.spellings.size(),
                    TermSpelling::kMet);
    }
  });
  return state;
}

bool LineTerms::is_met(const WantedTerm& term, const State& state) {
  return state.progress[term.first] == TermSpelling::kMet;
}

int64_t LineTerms::gained(const WantedTerm& term, const State& state, TermSpelling::Next next) {
  int64_t left = term.pieces_in_all;
  for (std::size_t i = 0; i < term.spellings.size(); ++i) {
    left = std::min(left, term.spellings[i]->pieces_left(state.progress[term.first + i], state.end, next));
  }
  return term.pieces_in_all - left;
}

bool LineTerms::waits_for_border(const WantedTerm& term, const State& state) {
  for (std::size_t i = 0; i < term.spellings.size(); ++i) {
    if (term.spellings[i]->waits_for_border(state.progress[term.first + i])) return true;
  }
  return false;
}

int64_t LineTerms::missing_if(const State& state, TermSpelling::Next next) const {
  int64_t sum = 0, most_gained = 0;
  for (const auto& term : terms_) {
    if (is_met(term, state)) continue;
    const bool waits = waits_for_border(term, state);
    if (waits && next == TermSpelling::Next::kEndsWord) continue;
    sum += term.pieces_in_all;
    if (!waits) most_gained = std::max(most_gained, gained(term, state, next));
  }
  return sum - most_gained;
}

int64_t LineTerms::missing(const State& state) const {
  return std::min(missing_if(state, TermSpelling::Next::kEndsWord), missing_if(state, TermSpelling::Next::kAny));
}

std::vector<int32_t> LineTerms::advancing(const State& state) const {
  const auto now = missing(state);
  if (now == 0) return may_lose_a_term(state) ? index_.pieces_beside_words() : std::vector<int32_t>();
  std::vector<int32_t> pieces;
  for (const auto& term : terms_) {
    for (std::size_t i = 0; !is_met(term, state) && i < term.spellings.size(); ++i) {
      for (const auto next : {TermSpelling::Next::kEndsWord, TermSpelling::Next::kAny}) {
        const auto& of_term = term.spellings[i]->advancing(state.progress[term.first + i], state.end, next);
        pieces.insert(pieces.end(), of_term.begin(), of_term.end());
      }
    }
  }
  std::ranges::sort(pieces);
  pieces.erase(std::ranges::unique(pieces).begin(), pieces.end());
  // What is nearer to one term may be farther from another.
  std::erase_if(pieces, [&](int32_t piece) { return missing(advance(state, piece)) >= now; });
  return pieces;
}

bool LineTerms::may_lose_a_term(const State& state) const {
  return std::ranges::any_of(terms_, [&](const WantedTerm& term) { return waits_for_border(term, state); });
}

}  // namespace tfm
