// Levenshtein's distance.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tfm::metrics {

// The fewest insertions, deletions and substitutions that turn one into the other.
int64_t edit_distance(std::span<const uint32_t> a, std::span<const uint32_t> b);

enum class EditKind { kSame, kReplaced, kRemoved, kAdded };
// The same as steps from a to b, in order: what both have, what is replaced, what a alone has, what b alone has.
std::vector<EditKind> edit_steps(std::span<const uint32_t> a, std::span<const uint32_t> b);

}  // namespace tfm::metrics
