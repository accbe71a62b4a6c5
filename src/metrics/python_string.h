// Text as Python's str holds it, since sacreBLEU's numbers follow from it: code points, and Python's idea of white
// space.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "text/characters.h"
#include "text/code_points.h"

namespace tfm::metrics {

using tfm::decode_utf8;
using tfm::encode_utf8;

// str.isspace(): Unicode's white space and the separators U+001C to U+001F.
inline bool is_space(char32_t c) { return is_white_space(c); }
// str.rstrip() and str.strip(); the view is into `text`.
std::u32string_view strip_right(std::u32string_view text);
std::u32string_view strip(std::u32string_view text);
// str.split(): the words between runs of white space, none of them empty; views into `text`.
std::vector<std::u32string_view> split(std::u32string_view text);

}  // namespace tfm::metrics
