// The attention weights of one pair as a file: what its name ends in decides which kind.
#pragma once

#include <string>

#include "inspection/attention_maps.h"

namespace tfm {

// UserError unless the name ends in .html (a page to explore), .svg (one picture) or .json (the numbers).
void check_attention_file(const std::string& file);
bool is_one_picture(const std::string& file);

// `view`: of an .svg.
void write_attention_file(const AttentionMaps& maps, const std::string& file, const AttentionView& view);

}  // namespace tfm
