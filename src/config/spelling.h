// Finds what was meant by a name that doesn't exist.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tfm {

// Insertions, deletions, replacements and exchanges of neighbours (in bytes) that lead from one to the other.
size_t edit_distance(std::string_view from, std::string_view to);

// The candidate that is fewest edits away, where it is near enough to be a slip: a third of the name's letters, at
// least one. The first of several.
std::optional<std::string> nearest(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace tfm
