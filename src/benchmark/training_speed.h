// How fast a model trains on this machine, and where the time goes.
#pragma once

#include <string>
#include <vector>

#include "benchmark/step_parts.h"
#include "config/config.h"

namespace tfm {

struct TrainingSpeed {
  int64_t parameters = 0;
  double tokens_per_second = 0.0;  // real target tokens, end marks included
  double seconds_per_update = 0.0;
  double tokens_per_update = 0.0;
  double padding = 0.0;           // or filler: its share of the places computed, both sides
  double flops_per_second = 0.0;  // useful ones
  struct Part {
    std::string name;
    double seconds = 0.0;           // per update
    double flops_per_second = 0.0;  // 0 where nothing is multiplied
  };
  std::vector<Part> parts = {};  // the last is "other", what is left of the update, or how much more they add up to
};

// Trains on synthetic text for about `seconds`, without validation and saving; medians over updates. The parts are
// timed by themselves, with other batches of the kind.
TrainingSpeed measure_training(const Config& config, double seconds, at::Device device);

}  // namespace tfm
