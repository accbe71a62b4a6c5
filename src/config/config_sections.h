// The sections of a config, one file each: their keys and the rules between these. Internal to this folder.
#pragma once

#include <optional>
#include <string>

#include "config/config.h"
#include "config/schema.h"

namespace tfm {

// What a rule finds wrong; nothing where all is well.
using Complaint = std::optional<std::string>;

Kind<DataConfig> data_section();
Kind<TokenizerConfig> tokenizer_section();
Kind<ModelConfig> model_section();
Kind<TrainingConfig> training_section();
Kind<DecodingConfig> decoding_section();
Kind<EvaluationConfig> evaluation_section();
Kind<OutputConfig> output_section();

}  // namespace tfm
