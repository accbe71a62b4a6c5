// How fast a model translates on this machine.
#pragma once

#include <c10/core/Device.h>

#include "config/config.h"

namespace tfm {

struct DecodingSpeed {
  int64_t beam_size = 0;
  int64_t batch_size = 0;
  double sentences_per_second = 0.0;
  double tokens_per_second = 0.0;  // of the best translations
};

// Translates synthetic sentences, each into as many pieces as its source has, for about `seconds`; medians over
// batches.
DecodingSpeed measure_decoding(const Config& config, int64_t beam_size, double seconds, at::Device device);

}  // namespace tfm
