// The encoder over a batch of sentences that stand one behind the other, without padding.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "inference/inference_model.h"

namespace tfm {

struct EncodedSentences {
  std::shared_ptr<float[]> states;  // [pieces, D]
  std::vector<int64_t> starts;      // sentence i has rows starts[i] .. starts[i + 1] - 1
};

// sentences: each with its end mark, none empty.
EncodedSentences encode(const InferenceModel& model, std::span<const std::vector<int64_t>> sentences);

}  // namespace tfm
