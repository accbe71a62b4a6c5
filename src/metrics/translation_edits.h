// The edits behind TER: insertions, deletions, substitutions, and shifts of a run of words.
#pragma once

#include <cstdint>
#include <span>

namespace tfm::metrics {

// The fewest edits that Tercom's greedy search finds: shift by shift, the one that lowers the edit distance most. Words
// are numbers. Limits as sacreBLEU 2.6 has them: a shift moves at most 10 words by at most 50 places, at most 1000
// shifts are tried, and the edit distance is searched within 25 words of the diagonal.
int64_t translation_edits(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference);

}  // namespace tfm::metrics
