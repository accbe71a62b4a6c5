// From what a format holds to one clean line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "text/unicode.h"

namespace tfm {

// A record of one file may be as large as this; what claims to be larger is damaged.
inline constexpr int64_t kMaxRecordBytes = 1 << 20;

// The text of a segment that may have line breaks: white space (blank, tab, CR, LF) at its ends goes, a line break
// inside, with the white space around it, becomes one blank and counts as a replaced control. The rest is as in
// clean_line, with marked text as below.
CleanLine clean_segment(std::string_view text);

// Parsers refuse a file for one ill-formed byte. So each ill-formed sequence becomes the noncharacter U+FDD0 and each
// control that XML doesn't allow U+FDD1; clean_segment sees through that, counts them, and gives U+FFFD and a blank.
std::string mark_ill_formed(std::string_view text);
std::string mark_ill_formed_and_controls(std::string_view text);

}  // namespace tfm
