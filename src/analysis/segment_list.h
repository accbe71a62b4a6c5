// Segments with their texts, for reading.
#pragma once

#include <span>
#include <string>

#include "analysis/analysis_page.h"
#include "analysis/differences.h"

namespace tfm::analysis {

struct ListedSegment {
  std::size_t segment = 0;  // from 0; shown as a line, from 1
  std::string note;         // HTML
};

// Source, closest reference and output of each, the differences marked in the latter two. Empty without segments.
std::string segment_list(const AnalysisInput& input, std::size_t system, std::span<const ListedSegment> segments);
// The outputs of two systems side by side, each with its differences from the closest reference.
std::string side_by_side_list(const AnalysisInput& input, std::size_t first, std::size_t second,
                              std::span<const ListedSegment> segments);

// <mark>, <del> and <ins> around what is replaced, what the reference alone has, and what the hypothesis alone has.
std::string marked(std::span<const TextRun> runs);
// What the marks mean, as HTML.
std::string marks_legend();

}  // namespace tfm::analysis
