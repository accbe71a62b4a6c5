// WMT's XML format since 2021: <doc> with <src>, <ref translator="…"> and <hyp system="…">, each with <seg id="…">.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/segment_file.h"

namespace tfm {

// The streams of one role, one for each translator or system, in the order in which they first appear. Documents of a
// test suite and segments without any reference are left out and segments go by their number, as in sacreBLEU; a
// translator without this segment has an empty one. White space is collapsed. `name` stands for the file in messages.
std::vector<SegmentStream> wmt_xml_segments(const std::string& xml, SegmentRole role, const std::string& name);

// Each segment of a <src> with the first translator's who has one; empty where none has.
struct WmtPair {
  std::string source, target;
  int64_t line = 0;  // where the source's <seg> begins, from 1
};
std::vector<WmtPair> wmt_xml_pairs(const std::string& xml, const std::string& name);

}  // namespace tfm
