// WMT's XML format since 2021: <doc> with <src>, <ref translator="…"> and <hyp system="…">, each with <seg id="…">.
#pragma once

#include <string>
#include <vector>

#include "data/segment_file.h"

namespace tfm {

// The streams of one role, one for each translator or system, in the order in which they first appear. Documents of a
// test suite and segments without any reference are left out and segments go by their number, as in sacreBLEU; a
// translator without this segment has an empty one. White space is collapsed. `name` stands for the file in messages.
std::vector<SegmentStream> wmt_xml_segments(const std::string& xml, SegmentRole role, const std::string& name);

}  // namespace tfm
