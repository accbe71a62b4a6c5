// How a hypothesis differs from a reference, for marking it in the text.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "metrics/edit_distance.h"

namespace tfm::analysis {

struct TextRun {
  metrics::EditKind kind;
  std::u32string text;
};

// Runs of the same kind, which together are the text with its white space. A reference has no kAdded, a hypothesis no
// kRemoved. Of long texts only what shown_text() gives is compared.
struct Differences {
  std::vector<TextRun> reference{};
  std::vector<TextRun> hypothesis{};
  std::size_t reference_index = 0;
  std::size_t reference_left_out = 0;  // characters
  std::size_t hypothesis_left_out = 0;
  int64_t edits = 0;  // of units (see units.h)
};

// To the reference that takes the fewest edits, the first of several. At least one reference.
Differences differences(const std::string& hypothesis, std::span<const std::string> references);

}  // namespace tfm::analysis
