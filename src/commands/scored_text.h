// The texts that tfm eval compares, read as sacreBLEU reads them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "formats/segment_file.h"
#include "metrics/corpus.h"

namespace tfm {

// A line without white space at its end, which sacreBLEU drops as it reads.
std::string without_trailing_space(const std::string& line);

// The one stream of a file, lines without trailing space but in a source. UserError when an XML file has several.
std::vector<std::string> read_scored_text(const std::filesystem::path& file, SegmentRole role);

// The references of each segment from one file or several; an XML file may hold several by itself. With `variable`, a
// blank line is none. UserError when the files' counts differ, or a segment has no reference at all (its line).
References read_references(const std::vector<std::string>& files, bool variable);

// One of each segment, which has at least one.
std::vector<std::string> first_references(const References& references);

// UserError when the counts differ: both numbers, and the line from which on the texts seem to part.
void check_counts(const std::vector<std::string>& text, const std::string& text_name, const References& references,
                  const std::string& reference_name);

}  // namespace tfm
