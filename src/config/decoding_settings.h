// The keys of the decoding section as something that a command line can change one by one.
#pragma once

#include <string>
#include <vector>

#include "config/config.h"

namespace tfm {

struct DecodingSetting {
  std::string key;
  std::string meaning;     // with what is allowed
  bool is_switch = false;  // true or false
};
std::vector<DecodingSetting> decoding_settings();

inline constexpr const char* kDecodingOptions = "decoding";  // names them in messages

// changes: each "key=value", the value JSON or, failing that, a bare string. UserError that lists every problem, as
// load_config's does: "decoding: 1 problem", then "  /beam_size: must be ..."; also for a beam_size where
// sampling, and a seed where not.
DecodingConfig change_settings(const DecodingConfig& config, const std::vector<std::string>& changes);

}  // namespace tfm
