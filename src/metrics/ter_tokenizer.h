// How TER splits a line into words, after Tercom's normalizer.
#pragma once

#include <string>
#include <string_view>

#include "metrics/ter.h"

namespace tfm::metrics {

// The line with spaces between its tokens, as the other tokenizers give it.
std::u32string tokenize_ter(std::u32string_view line, const TerOptions& options);

}  // namespace tfm::metrics
