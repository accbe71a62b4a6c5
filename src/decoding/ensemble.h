// Several models that translate as one.
#pragma once

#include <vector>

#include "search/next_token_model.h"

namespace tfm {

// The mean of their probabilities: log p = log sum_i w_i p_i with w_i = weight_i / sum of the weights; their attentions
// are averaged alike. One vocabulary, the same sentences; weights: one for each model, above 0.
NextTokenModel mean_of(std::vector<NextTokenModel> models, const std::vector<double>& weights);

}  // namespace tfm
