// The segments of a file that is to be scored, untouched: plain text, or the files of WMT.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace tfm {

// What is wanted of a WMT XML file, which may hold all of them.
enum class SegmentRole { kSource, kReference, kHypothesis };

// One stream of segments; an XML file has a stream for each translator or system that it holds.
using SegmentStream = std::vector<std::string>;

// *.xml: WMT's format since 2021. *.sgm and *.sgml: WMT's format before, one <seg> a line, read as sacreBLEU reads it.
// Anything else is text, cut at line feeds alone; nothing else is changed but bytes that are not UTF-8, which become
// U+FFFD with a warning that names the lines. At least one stream; all of them are of the same length.
// UserError when the file is missing, unreadable, not XML though its name says so, or has no segment of this role.
std::vector<SegmentStream> read_segment_file(const std::filesystem::path& file, SegmentRole role);

}  // namespace tfm
