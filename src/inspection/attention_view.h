// What one picture of attention shows.
#pragma once

#include <string>
#include <vector>

#include "inspection/attention_maps.h"

namespace tfm::inspection {

struct AttentionPicture {
  std::string title;                        // "Cross-attention, layer 0, head 1"
  std::vector<std::string> queries;         // what each query reads
  std::vector<std::string> predictions;     // what each query of the decoder predicts; empty in the encoder
  std::vector<std::string> keys;            // what is attended to
  std::vector<std::vector<float>> weights;  // [query][key]
};

// UserError where there is no such part, layer or head.
AttentionPicture picture_of(const AttentionMaps& maps, const AttentionView& view);

float largest_weight(const AttentionPicture& picture);

// -sum w log2(w): 0 where one key has all the weight, log2(n) where n keys share it evenly.
double entropy_bits(const std::vector<float>& row);

}  // namespace tfm::inspection
