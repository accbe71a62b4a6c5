#include "training/trainer.h"

#include <ATen/ATen.h>

#include <cmath>

#include "checkpoint/retention.h"
#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/decimal.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/log.h"
#include "data/largest_batch.h"
#include "training/divergence.h"
#include "training/finish.h"
#include "training/frozen_parameters.h"
#include "training/gradients.h"
#include "training/loss_scale.h"
#include "training/objective.h"

namespace tfm {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t kMostSkipsToldInARow = 3;

// In the optimizer's file beside its own memory, where model.safetensors has the averages.
constexpr const char* kTrainedWeight = "trained_weight.";

std::vector<at::Tensor> tensors_of(const Optimizer::NamedParameters& parameters) {
  std::vector<at::Tensor> tensors;
  for (const auto& [name, tensor] : parameters) tensors.push_back(tensor);
  return tensors;
}

std::unique_ptr<WeightAverage> average_of(const Transformer& model, double decay) {
  if (decay == 0.0) return nullptr;
  return std::make_unique<WeightAverage>(trained_parameters(model), decay);
}

double mean_alignment_loss(const TrainingState& state) {
  return state.logged_alignment_loss_sum / static_cast<double>(state.logged_linked_targets);
}

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

}  // namespace

Trainer::Trainer(const TrainingConfig& config, Transformer model, const ParallelCorpus& corpus,
                 const BatchIteratorOptions& batches, std::vector<Batch> validation, RunFiles files,
                 TrainerCallbacks callbacks)
    : config_(config),
      model_(std::move(model)),
      corpus_(corpus),
      batch_options_(batches),
      trained_(tensors_of(trained_parameters(model_))),
      schedule_(config),
      optimizer_(make_optimizer(trained_parameters(model_), config)),
      average_(average_of(model_, config.average_decay)),
      gradient_(model_, config),
      batches_(corpus, batches),
      validation_(std::move(validation)),
      files_(std::move(files)),
      callbacks_(std::move(callbacks)),
      best_(files_, callbacks_.save_tokenizers) {
  if (config.precision == Precision::kFloat16) state_.loss_scale = kFirstLossScale;
}

void Trainer::resume(const LoadedCheckpoint& checkpoint, const std::string& where) {
  assign_weights(*model_, checkpoint.weights, where);
  if (average_) {
    const at::NoGradGuard no_grad;
    average_->load(checkpoint.weights);
    for (auto& [name, weight] : trained_parameters(model_))
      weight.copy_(checkpoint.optimizer.at(kTrainedWeight + name));
  }
  state_ = checkpoint.state;
  optimizer_->load_state(checkpoint.optimizer, state_.optimizer_updates);
  batches_.seek({.epoch = state_.epoch, .pool = state_.pool, .batch = state_.batch});
}

void Trainer::begin_with_optimizer(const std::map<std::string, at::Tensor>& tensors, int64_t updates) {
  optimizer_->load_state(tensors, updates);
  state_.optimizer_updates = updates;
}

int Trainer::run() {
  log_.emplace(files_.folder, state_, files_.for_tensorboard, files_.report);
  if (!files_.precision.empty()) log_->write("precision", state_.step, files_.precision);
  progress_.emplace("training", config_.max_steps, "updates", state_.step);
  const int64_t best_step = validation_.empty() ? state_.step : state_.validation.best_step.value_or(0);
  if (best_step > 0) best_.mend(best_step, named_weights(*model_));
  if (!why_finished(state_, config_)) gradient_.try_out(largest_batch(corpus_, batch_options_));
  interval_ = {.waited_before = batches_.waited_seconds()};
  counted_until_ = Clock::now();
  if (state_.validation_due) {
    validate();
    save();
    if (const int signal = callbacks_.interrupt_signal()) return signal;
  }
  bool finished = why_finished(state_, config_).has_value();
  while (!finished) {
    const bool updated = update();
    count_seconds();
    const bool last = why_finished(state_, config_).has_value();
    const auto due = [&](int64_t every) { return last || (updated && state_.step % every == 0); };
    if (due(config_.log_every)) log_step();
    if (due(config_.validate_every)) validate();
    finished = why_finished(state_, config_).has_value();  // patience may have run out
    if (due(config_.save_every) || finished || callbacks_.interrupt_signal() != 0) {
      save();
      // One that came meanwhile finds everything saved.
      if (const int signal = callbacks_.interrupt_signal()) return signal;
    }
  }
  log::info(concat("training ends: ", *why_finished(state_, config_)));
  return 0;
}

bool Trainer::update() {
  const auto window = next_window();
  const auto sums = gradient_.compute(window, state_.loss_scale);
  const double loss = sums.tokens / static_cast<double>(window.tokens);
  const auto norm = global_gradient_norm(trained_);
  interval_.gradient_norm = norm.item<double>();
  if (!std::isfinite(loss) || !std::isfinite(sums.alignment) || !std::isfinite(interval_.gradient_norm)) {
    skip_update(loss, interval_.gradient_norm);
    return false;
  }
  clip_gradients(trained_, norm, config_.clip_norm);
  ++state_.step;
  ++state_.optimizer_updates;
  optimizer_->update(learning_rate());
  if (average_) average_->update(state_.step);
  if (config_.precision == Precision::kFloat16) note_finite_gradient(state_);
  state_.skipped_in_a_row = 0;
  state_.target_tokens += window.tokens;
  state_.logged_loss_sum += sums.tokens;
  state_.logged_tokens += window.tokens;
  state_.logged_alignment_loss_sum += sums.alignment;
  state_.logged_linked_targets += window.linked_targets;
  interval_.tokens += window.tokens;
  progress_->advance();
  note_loss(state_.loss, loss);
  if (!has_run_away(state_.loss, config_.divergence.max_loss_rise)) return true;
  diverged(concat("the loss rose to ", decimal(state_.loss.average, 2), " on average, from ",
                  decimal(state_.loss.lowest, 2)));
  return false;
}

// All batches of an update are fetched before the first is used: the mean is over all their tokens.
Window Trainer::next_window() {
  Window window;
  for (int64_t i = 0; i < config_.accumulation; ++i) {
    const auto position = batches_.position();
    window.parts.push_back({position, batches_.next()});
    window.tokens += window.parts.back().batch.num_target_tokens;
    window.linked_targets += window.parts.back().batch.links.num_targets;
  }
  const auto next = batches_.position();
  state_.epoch = next.epoch;
  state_.pool = next.pool;
  state_.batch = next.batch;
  return window;
}

// The schedule counts updates that were made: a skipped one doesn't advance it.
void Trainer::skip_update(double loss, double norm) {
  optimizer_->clear_gradients();
  if (config_.precision == Precision::kFloat16 && lower_loss_scale(state_)) {
    log::debug(concat("float16: a gradient was too large; the loss scale is now ", state_.loss_scale));
    return;
  }
  ++state_.skipped_updates;
  ++state_.skipped_in_a_row;
  const auto message = concat("update skipped after step ", state_.step, ": loss ", loss, ", gradient norm ", norm);
  state_.skipped_in_a_row <= kMostSkipsToldInARow ? log::warning(message) : log::debug(message);
  if (state_.skipped_in_a_row < config_.divergence.max_skipped) return;
  diverged(concat(state_.skipped_in_a_row, " updates in a row had a loss or gradient that is not finite"));
}

void Trainer::diverged(const std::string& how) {
  const auto good =
      newest_checkpoint(files_.folder, [&](const TrainingState& state) { return is_good(state, config_.divergence); });
  if (good && state_.rollbacks < config_.divergence.rollbacks) {
    log::warning(concat("training diverged after step ", state_.step, ": ", how));
    return go_back_to(*good);
  }
  log_->write("diverged", state_.step, {{"skipped_updates", state_.skipped_updates}});
  throw UserError(concat("training diverged after step ", state_.step, ": ", how, "; ",
                         good ? concat("the last good checkpoint is ", good->string()) : "no good checkpoint was saved",
                         "; begin anew with a lower /training/learning_rate or a longer /training/warmup_steps "
                         "(--fresh), or let this run "
                         "go back more often (/training/divergence/rollbacks)"),
                  ExitCode::kDiverged);
}

// The rest of the way is another one, with half the learning rate; what the log has of the old one stays in it, and so
// does the best model. Saved at once: a kill from here on doesn't lead back to the old way.
void Trainer::go_back_to(const std::filesystem::path& checkpoint) {
  const int64_t left = state_.step, rollbacks = state_.rollbacks + 1;
  const auto validation = state_.validation;
  resume(load_checkpoint(checkpoint, files_.tokenizer_fingerprint), (checkpoint / "model.safetensors").string());
  state_.rollbacks = rollbacks;
  state_.learning_rate_factor = std::ldexp(1.0, -static_cast<int>(rollbacks));
  state_.validation = validation;
  state_.validation.newest_step.reset();  // of the other way
  log_->write("rollback", left, {{"to_step", state_.step}, {"learning_rate_factor", state_.learning_rate_factor}});
  log::warning(concat("going back to ", checkpoint.string(), ", on with ", state_.learning_rate_factor,
                      " of the scheduled learning rate"));
  remove_checkpoints_after(files_.folder, state_.step);
  interval_ = {.waited_before = batches_.waited_seconds()};
  save();
}

void Trainer::log_step() {
  if (state_.logged_tokens == 0) return;  // nothing but skipped updates since the last line
  const double loss = state_.logged_loss_sum / static_cast<double>(state_.logged_tokens);
  const double seconds = seconds_since(interval_.begin);
  const double speed = static_cast<double>(interval_.tokens) / seconds;
  const double wait = (batches_.waited_seconds() - interval_.waited_before) / seconds;
  TrainingLog::Fields fields{{"loss", loss},
                             {"learning_rate", learning_rate()},
                             {"gradient_norm", interval_.gradient_norm},
                             {"tokens", state_.target_tokens},
                             {"skipped_updates", state_.skipped_updates},
                             {"tokens_per_second", speed},
                             {"data_wait", wait}};
  if (state_.logged_linked_targets > 0) fields.emplace_back("alignment_loss", mean_alignment_loss(state_));
  log_->write("step", state_.step, fields);
  progress_->set_total(std::llround(static_cast<double>(state_.step) / share_done(state_, config_)));
  progress_->set_note(concat("loss ", decimal(loss, 3), ", ", count_text(speed), " tok/s"));
  state_.logged_loss_sum = 0.0;
  state_.logged_tokens = 0;
  state_.logged_alignment_loss_sum = 0.0;
  state_.logged_linked_targets = 0;
  interval_ = {.waited_before = batches_.waited_seconds()};
}

// A stop doesn't wait for its end: it is due again, before anything else, when the run goes on.
void Trainer::validate() {
  state_.validation_due = !validation_.empty() && state_.validation.newest_step != state_.step;
  if (!state_.validation_due) return;
  try {
    measure();
  } catch (const Interrupted&) {
    log::info(concat("step ", state_.step, "  the validation is left for when the run goes on"));
  }
}

void Trainer::measure() {
  const auto begin = Clock::now();
  const auto scores = validation_scores();
  const double score = comparable_score(scores, config_.best_metric);
  state_.validation_due = false;
  const bool best = note_validation(state_.validation, state_.step, score, config_.patience_threshold);
  TrainingLog::Fields fields{{"loss", scores.loss}};
  std::string line = concat("step ", state_.step, "  validation loss ", decimal(scores.loss, 4), "  ppl ",
                            decimal(std::exp(scores.loss), 2));
  if (scores.bleu && scores.chrf) {
    fields.insert(fields.end(), {{"bleu", *scores.bleu}, {"chrf", *scores.chrf}});
    line += concat("  BLEU ", decimal(*scores.bleu, 2), "  chrF ", decimal(*scores.chrf, 2));
  }
  fields.emplace_back("best", best);
  log_->write("validation", state_.step, fields);
  log::info(concat(line, best ? "  best so far" : ""));
  if (best) save_best();
  if (is_among_best(files_.folder, state_, config_.keep_best)) save();
  interval_.begin += Clock::now() - begin;  // speed is that of training
}

ValidationScores Trainer::validation_scores() {
  const AveragesInUse averages(average_.get());
  ValidationScores scores{.loss = mean_cross_entropy(model_, validation_, [this] {
                            if (const int signal = callbacks_.interrupt_signal()) throw Interrupted{signal};
                          })};
  if (!callbacks_.score_translations) return scores;
  const auto translated = callbacks_.score_translations();
  log_->write_samples(state_.step, translated.samples);
  scores.bleu = translated.bleu;
  scores.chrf = translated.chrf;
  return scores;
}

void Trainer::save() {
  const auto begin = Clock::now();
  count_seconds();
  log_->sync();  // the checkpoint counts on these bytes
  state_.log_bytes = log_->bytes();
  if (validation_.empty()) save_best();  // nothing to judge by: the newest counts as the best
  auto optimizer = optimizer_->state();
  if (average_) {
    for (const auto& [name, weight] : trained_parameters(model_)) optimizer.emplace_back(kTrainedWeight + name, weight);
  }
  const auto path = save_checkpoint(files_.folder, {.weights = weights_to_use(),
                                                    .optimizer = std::move(optimizer),
                                                    .state = state_,
                                                    .tokenizer_fingerprint = files_.tokenizer_fingerprint,
                                                    .model = model_->config()});
  log::debug(concat("saved ", path.string()));
  log_->checkpoint_saved(state_.step);
  remove_old_checkpoints(path, config_.keep_checkpoints, config_.keep_best);
  interval_.begin += Clock::now() - begin;
}

void Trainer::save_best() { best_.save(weights_to_use()); }

// Those that validation judged: the averages where there are some.
NamedTensors Trainer::weights_to_use() const {
  auto weights = named_weights(*model_);
  if (!average_) return weights;
  std::map<std::string, at::Tensor> averages;
  for (const auto& [name, tensor] : average_->averages()) averages[name] = tensor;
  for (auto& [name, tensor] : weights) {
    if (const auto found = averages.find(name); found != averages.end()) tensor = found->second;
  }
  return weights;
}

void Trainer::count_seconds() {
  const auto now = Clock::now();
  state_.seconds += std::chrono::duration<double>(now - counted_until_).count();
  counted_until_ = now;
}

}  // namespace tfm
