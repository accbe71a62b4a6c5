#include <algorithm>

#include "config/config_sections.h"
#include "core/concat.h"

namespace tfm {
namespace {

// --- Rules between keys ----------------------------------------------------------------------------------------------

Complaint guided_layer_is_guided(const TrainingConfig& training) {
  if (!training.guided_alignment_layer || training.guided_alignment_weight > 0.0) return std::nullopt;
  return "needs guided_alignment_weight above 0";
}

Complaint guided_heads_are_guided(const TrainingConfig& training) {
  const bool given = training.guided_alignment_heads != TrainingConfig{}.guided_alignment_heads;
  if (!given || training.guided_alignment_weight > 0.0) return std::nullopt;
  return "needs guided_alignment_weight above 0";
}

Complaint decay_has_an_end(const TrainingConfig& training) {
  if (!training.decay_steps || end_of_decay(training)) return std::nullopt;
  return "must be null where schedule is not linear or cosine";
}

Complaint final_rate_is_reached(const TrainingConfig& training) {
  if (training.final_learning_rate == 0.0 || end_of_decay(training)) return std::nullopt;
  return "must be 0 where schedule is not linear or cosine";
}

Complaint rate_falls(const TrainingConfig& training) {
  if (training.final_learning_rate <= training.learning_rate) return std::nullopt;
  return concat("must be at most learning_rate (", training.learning_rate, "), got ", training.final_learning_rate);
}

Complaint warm_up_ends_before_the_decay(const TrainingConfig& training) {
  const auto end = end_of_decay(training);
  if (!end || training.warmup_steps < *end) return std::nullopt;
  return concat("must be below ", training.decay_steps ? "decay_steps" : "max_steps", " (", *end,
                "), where the decay ends, got ", training.warmup_steps);
}

Complaint updates_have_a_rate(const TrainingConfig& training) {
  const auto end = end_of_decay(training);
  if (!end || *end >= training.max_steps || training.final_learning_rate > 0.0) return std::nullopt;
  return concat("must be at least max_steps (", training.max_steps,
                ") where final_learning_rate is 0: later updates would change nothing; got ", *end);
}

Complaint threshold_has_patience(const TrainingConfig& training) {
  if (training.patience_threshold == 0.0 || training.patience) return std::nullopt;
  return "needs patience";
}

Complaint kept_optimizer_has_a_model(const FineTuningConfig& fine_tuning) {
  if (fine_tuning.optimizer == StartingOptimizer::kReset || fine_tuning.model) return std::nullopt;
  return "keep needs a model to take it from";
}

Complaint frozen_parts_are_of_a_model(const FineTuningConfig& fine_tuning) {
  if (fine_tuning.frozen.empty() || fine_tuning.model) return std::nullopt;
  return "needs a model: random weights would stay random";
}

Complaint only_for_adam(const TrainingConfig& training, double TrainingConfig::*member) {
  if (training.optimizer != OptimizerKind::kSgd || training.*member == TrainingConfig{}.*member) return std::nullopt;
  return "is for adam and adamw; optimizer is sgd";
}
Complaint beta1_is_adams(const TrainingConfig& training) {
  return only_for_adam(training, &TrainingConfig::adam_beta1);
}
Complaint beta2_is_adams(const TrainingConfig& training) {
  return only_for_adam(training, &TrainingConfig::adam_beta2);
}
Complaint epsilon_is_adams(const TrainingConfig& training) {
  return only_for_adam(training, &TrainingConfig::adam_epsilon);
}

Complaint momentum_is_sgds(const TrainingConfig& training) {
  if (training.optimizer == OptimizerKind::kSgd || training.momentum == 0.0) return std::nullopt;
  return "is for sgd; adam and adamw have adam_beta1";
}

Complaint nesterov_has_momentum(const TrainingConfig& training) {
  if (!training.nesterov || (training.optimizer == OptimizerKind::kSgd && training.momentum > 0.0)) return std::nullopt;
  return "needs optimizer sgd and a momentum above 0";
}

// --- Tables ----------------------------------------------------------------------------------------------------------

const OneOf<Schedule> kSchedules{{{"inverse_square_root", Schedule::kInverseSquareRoot},
                                  {"linear", Schedule::kLinear},
                                  {"cosine", Schedule::kCosine},
                                  {"constant", Schedule::kConstant}}};
const OneOf<OptimizerKind> kOptimizers{
    {{"adam", OptimizerKind::kAdam}, {"adamw", OptimizerKind::kAdamW}, {"sgd", OptimizerKind::kSgd}}};

const OneOf<Precision> kPrecisions{{{"float32", Precision::kFloat32},
                                    {"bfloat16", Precision::kBfloat16},
                                    {"float16", Precision::kFloat16},
                                    {"auto", Precision::kAuto}}};
const OneOf<ValidationMetric> kValidationMetrics{
    {{"loss", ValidationMetric::kLoss}, {"bleu", ValidationMetric::kBleu}, {"chrf", ValidationMetric::kChrf}}};
const OneOf<StartingOptimizer> kStartingOptimizers{
    {{"reset", StartingOptimizer::kReset}, {"keep", StartingOptimizer::kKeep}}};

Kind<FineTuningConfig> fine_tuning() {
  using F = FineTuningConfig;
  return object<F>(
      {
          field("model", &F::model, FilePath{},
                "a run, checkpoint or model folder whose weights and vocabulary training begins with; null: random "
                "weights"),
          field("optimizer", &F::optimizer, kStartingOptimizers,
                "reset: it begins anew; keep: with the memory it has in the model's newest checkpoint"),
          field("frozen", &F::frozen, zero_or_more(Kind<std::string>(NonEmpty{})),
                "parts that keep their weights, by the beginning of their parameters' names, such as encoder, "
                "embedding or decoder.layers.0 (tfm inspect --format json lists them)"),
      },
      {rule(kept_optimizer_has_a_model, &F::optimizer, &F::model),
       rule(frozen_parts_are_of_a_model, &F::frozen, &F::model)});
}

Kind<DivergenceConfig> divergence() {
  using D = DivergenceConfig;
  return object<D>({
      field("max_skipped", &D::max_skipped, AtLeast{1},
            "updates in a row that are skipped, for a loss or gradient that isn't finite, before training counts as "
            "diverged"),
      field(
          "max_loss_rise", &D::max_loss_rise, AtLeast{0},
          "how far the loss, averaged over some 20 updates, may rise over its lowest so far before training counts as "
          "diverged; 0: as far as it likes"),
      field("rollbacks", &D::rollbacks, Between{0, 100},
            "how often a diverged run goes back to its last good checkpoint and on with half the learning rate, before "
            "it stops with exit code 3"),
  });
}

const OneOf<GuidedHeads> kGuidedHeads{{{"average", GuidedHeads::kAverage}, {"first", GuidedHeads::kFirst}}};

}  // namespace

Kind<TrainingConfig> training_section() {
  using T = TrainingConfig;
  return object<T>(
      {
          field("batch_tokens", &T::batch_tokens, AtLeast{1}, "most target-side positions of a batch, padding counted"),
          field("max_steps", &T::max_steps, AtLeast{1},
                "updates at which training ends; raised, a finished run goes on, with schedule linear or cosine only "
                "where decay_steps and final_learning_rate say how"),
          field("max_epochs", &T::max_epochs, AtLeast{1},
                "epochs after which training ends before max_steps; null: none"),
          field("max_tokens", &T::max_tokens, AtLeast{1}, "the same in real target tokens"),
          field("max_hours", &T::max_hours, GreaterThan{0},
                "the same in hours of training, over all starts of the run; validation and saving count"),
          field(
              "schedule", &T::schedule, kSchedules,
              "how the learning rate goes on after warm-up: down with the inverse square root of the update's number, "
              "down to final_learning_rate in a line or half a cosine, or not at all"),
          field("learning_rate", &T::learning_rate, GreaterThan{0}, "peak of the learning rate, reached after warm-up"),
          field("warmup_steps", &T::warmup_steps, AtLeast{0},
                "updates of linear warm-up before the schedule; 0: none, the first update has the peak"),
          field(
              "decay_steps", &T::decay_steps, AtLeast{1},
              "linear and cosine: the update, counted with warm-up, that reaches final_learning_rate; null: max_steps"),
          field("final_learning_rate", &T::final_learning_rate, AtLeast{0},
                "linear and cosine: the learning rate at their end and after it"),
          field("optimizer", &T::optimizer, kOptimizers,
                "adamw, adam (the two differ in weight_decay alone) or stochastic gradient descent"),
          field("adam_beta1", &T::adam_beta1, FromUntil{0, 1}, "Adam's decay of the mean of the gradients"),
          field("adam_beta2", &T::adam_beta2, FromUntil{0, 1}, "Adam's decay of the mean of their squares"),
          field("adam_epsilon", &T::adam_epsilon, GreaterThan{0}, "what Adam adds to the divisor"),
          field("momentum", &T::momentum, FromUntil{0, 1},
                "sgd: share of the last step that is added to the next one, before the learning rate; 0: none"),
          field("nesterov", &T::nesterov, TrueOrFalse{}, "sgd: Nesterov's momentum"),
          field(
              "weight_decay", &T::weight_decay, AtLeast{0},
              "adamw: share of each weight taken off in an update, times the learning rate (decoupled); adam and sgd: "
              "times the weight, added to its gradient (L2); 0: none"),
          field("clip_norm", &T::clip_norm, AtLeast{0}, "largest Euclidean norm of an update's gradient; 0: no limit"),
          field("label_smoothing", &T::label_smoothing, FromUntil{0, 1},
                "share of the probability that is spread over the whole vocabulary, as PyTorch does"),
          field("guided_alignment_weight", &T::guided_alignment_weight, AtLeast{0},
                "weight of a second objective, that cross-attention looks where the corpora's alignment says: the "
                "cross-entropy of one decoder layer's attention, summed over linked target pieces (Chen et al. 2016); "
                "0.1 is usual; 0: off"),
          field("guided_alignment_layer", &T::guided_alignment_layer, AtLeast{1},
                "the decoder layer that it guides, counted from 1; null: the last but one, or the only one"),
          field("guided_alignment_heads", &T::guided_alignment_heads, kGuidedHeads,
                "the mean of all heads' attention (average, as in Marian), or one head alone (first, Garg et al. "
                "2019)"),
          field("accumulation", &T::accumulation, AtLeast{1}, "batches whose gradients make one update"),
          field(
              "precision", &T::precision, kPrecisions,
              "what forward and backward pass compute in; the weights, their updates and validation stay float32, and "
              "float16 scales its loss as far as its gradients allow; auto: float32 or bfloat16, whichever a new run "
              "measures to be faster (bfloat16 by more than a tenth), and stays with"),
          field("recompute_activations", &T::recompute_activations, TrueOrFalse{},
                "activation checkpointing: the backward pass computes the inside of each layer once more instead of "
                "keeping it, for models larger than memory allows; the same gradients to rounding"),
          field("average_decay", &T::average_decay, FromUntil{0, 1},
                "decay of an exponential moving average of the weights, such as 0.9999, which validation, RUN/best and "
                "translation then use; early on it is at most (1 + step) / (10 + step); 0: none"),
          field("fine_tuning", &T::fine_tuning, fine_tuning(), "beginning with a trained model"),
          field("divergence", &T::divergence, divergence(), "what is done about a training that goes wrong"),
          field("validate_every", &T::validate_every, AtLeast{1}, "updates between two validations"),
          field("best_metric", &T::best_metric, kValidationMetrics,
                "what says which validation is better: for RUN/best, keep_best and patience"),
          field("patience", &T::patience, AtLeast{1},
                "early stopping: validations in a row without a gain after which training ends; null: it goes on"),
          field("patience_threshold", &T::patience_threshold, AtLeast{0},
                "a gain is more than this over the validation that patience counts from"),
          field("save_every", &T::save_every, AtLeast{1}, "updates between two checkpoints"),
          field("keep_checkpoints", &T::keep_checkpoints, AtLeast{1},
                "newest checkpoints that are kept; older ones are removed"),
          field("keep_best", &T::keep_best, AtLeast{0},
                "best validated checkpoints that are kept besides; each such validation saves one"),
          field("log_every", &T::log_every, AtLeast{1}, "updates between two lines of the log"),
          field("seed", &T::seed, AtLeast{0}, "seed of all randomness; the same seed gives the same run"),
      },
      {
          rule(decay_has_an_end, &T::decay_steps, &T::schedule),
          rule(final_rate_is_reached, &T::final_learning_rate, &T::schedule),
          rule(rate_falls, &T::final_learning_rate, &T::learning_rate),
          rule(warm_up_ends_before_the_decay, &T::warmup_steps, &T::schedule, &T::decay_steps, &T::max_steps),
          rule(updates_have_a_rate, &T::decay_steps, &T::schedule, &T::max_steps, &T::final_learning_rate),
          rule(beta1_is_adams, &T::adam_beta1, &T::optimizer),
          rule(beta2_is_adams, &T::adam_beta2, &T::optimizer),
          rule(epsilon_is_adams, &T::adam_epsilon, &T::optimizer),
          rule(momentum_is_sgds, &T::momentum, &T::optimizer),
          rule(nesterov_has_momentum, &T::nesterov, &T::optimizer, &T::momentum),
          rule(threshold_has_patience, &T::patience_threshold, &T::patience),
          rule(guided_layer_is_guided, &T::guided_alignment_layer, &T::guided_alignment_weight),
          rule(guided_heads_are_guided, &T::guided_alignment_heads, &T::guided_alignment_weight),
      });
}

std::string precision_name(Precision precision) {
  return std::ranges::find(kPrecisions.choices, precision, &std::pair<std::string, Precision>::second)->first;
}

std::optional<int64_t> end_of_decay(const TrainingConfig& training) {
  const bool ends = training.schedule == Schedule::kLinear || training.schedule == Schedule::kCosine;
  if (!ends) return std::nullopt;
  return training.decay_steps.value_or(training.max_steps);
}

int64_t guided_layer(const TrainingConfig& training, const ModelConfig& model) {
  return training.guided_alignment_layer.value_or(std::max<int64_t>(1, model.decoder_layers - 1));
}

}  // namespace tfm
