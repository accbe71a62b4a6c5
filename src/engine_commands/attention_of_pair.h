// The attention weights of one sentence pair, as plain numbers with the pieces they belong to.
#pragma once

#include <string>

#include "inspection/attention_maps.h"
#include "library/loaded_model.h"

namespace tfm {

// Neither side blank. UserError when a side is longer than the model's learned positions.
AttentionMaps attention_of_pair(LoadedModel& loaded, const std::string& source, const std::string& target);

// The same as a file; see commands/attention_file.h.
void write_attention(LoadedModel& loaded, const std::string& source, const std::string& target, const std::string& file,
                     const AttentionView& view = {});

}  // namespace tfm
