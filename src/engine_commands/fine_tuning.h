// How a run begins with a trained model.
#pragma once

#include "config/config.h"
#include "training/trainer.h"

namespace tfm {

// The config with the vocabulary of training.fine_tuning.model where it names none of its own; as it is without such a
// model. UserError when there is no model, or its section `model` is another than the config's but for dropout.
// A run that has begun (`goes_on`) needs the model no more: its own vocabulary is that.
// UserError too for keys of the vocabulary that would have no effect, and for frozen parts that the model doesn't have.
Config with_starting_model(Config config, bool goes_on);

// UserError where the model lies in the run that --fresh would move aside.
void check_starting_model_stays(const Config& config);

// Puts the starting model's weights into `model`; nothing without one. UserError when they belong to other vocabularies
// than the run's.
void load_starting_weights(const Config& config, Transformer& model, const std::string& tokenizer_fingerprint);

// Where fine_tuning.optimizer is "keep": the optimizer goes on from the starting model's newest checkpoint. UserError
// when it has none, or another optimizer.
void keep_starting_optimizer(const Config& config, Trainer& trainer, const std::string& tokenizer_fingerprint);

}  // namespace tfm
