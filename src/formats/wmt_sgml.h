// WMT's files before 2021: they look like SGML and aren't (ampersands stand bare), so no parser reads them.
#pragma once

#include <string>
#include <vector>

namespace tfm {

// The text of each line that begins with "<seg ", as sacreBLEU extracts it: white space is collapsed, escapes such as
// "&amp;" stay as they are.
std::vector<std::string> wmt_sgml_segments(const std::vector<std::string>& lines);

}  // namespace tfm
