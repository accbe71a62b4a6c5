#include "decoding/decoding_model.h"

namespace tfm {

AligningAttention aligning_attention(const TrainingConfig& training, const ModelConfig& model) {
  return {.layer = guided_layer(training, model) - 1, .heads = training.guided_alignment_heads};
}

}  // namespace tfm
