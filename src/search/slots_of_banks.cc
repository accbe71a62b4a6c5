#include "search/slots_of_banks.h"

#include <algorithm>
#include <tuple>

namespace tfm {
namespace {

// In which round a candidate's turn comes, and when in it.
struct Turn {
  int64_t round = 0;
  int64_t turn_of_bank = 0;
  Candidate candidate;
};

}  // namespace

std::vector<Candidate> share_slots(std::vector<Candidate> candidates, int64_t slots) {
  // Equals go by their place, so that the choice is a function of the sentence alone.
  std::ranges::sort(candidates, {}, [](const Candidate& candidate) {
    return std::tuple(candidate.missing, -candidate.ranking, candidate.parent, candidate.token);
  });
  std::vector<Turn> turns;
  const int64_t most = candidates.empty() ? 0 : candidates.back().missing;
  for (const auto& candidate : candidates) {
    const bool same_bank = !turns.empty() && turns.back().candidate.missing == candidate.missing;
    const bool is_freest = candidate.missing == most && slots > 1;  // the only slot is the nearest bank's
    const int64_t turn = candidate.missing == 0 ? -2 : is_freest ? -1 : candidate.missing;
    turns.push_back({same_bank ? turns.back().round + 1 : 0, turn, candidate});
  }
  std::ranges::stable_sort(turns, {}, [](const Turn& turn) { return std::pair(turn.round, turn.turn_of_bank); });
  std::vector<Candidate> chosen;
  for (const auto& turn : turns) {
    if (std::ssize(chosen) < slots) chosen.push_back(turn.candidate);
  }
  return chosen;
}

}  // namespace tfm
