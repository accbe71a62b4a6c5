// What a run's page says about the run besides its numbers.
#pragma once

#include <c10/core/Device.h>

#include "config/config.h"
#include "model/transformer.h"
#include "report/run_view.h"
#include "text/tokenizer.h"

namespace tfm {

report::RunFacts run_facts(const Config& config, const Transformer& model, const Tokenizers& tokenizers,
                           at::Device device);

}  // namespace tfm
