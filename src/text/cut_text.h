// Cuts a text that is too long for one sentence.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace tfm {

// Parts of at most `most_bytes` (at least 4) that together are the text. Each is as long as it can be and ends after a
// sentence (。！？ anywhere, !?. before a blank), else before a blank, else after any character; never within one.
std::vector<std::string_view> cut_text(std::string_view text, size_t most_bytes);

}  // namespace tfm
