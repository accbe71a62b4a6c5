// What each attention of a layer looks like, out of the model's config.
#pragma once

#include "config/model_shape.h"
#include "model/attention.h"

namespace tfm {

AttentionOptions self_attention_options(const LayerShape& shape, const ModelConfig& config);
AttentionOptions cross_attention_options(const ModelConfig& config);

}  // namespace tfm
