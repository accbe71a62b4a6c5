#include "training/trainer.h"

#include <ATen/ATen.h>

#include <cmath>
#include <cstdio>

#include "checkpoint/model_folder.h"
#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/decimal.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/log.h"
#include "core/random.h"
#include "training/gradients.h"
#include "training/objective.h"

namespace tfm {
namespace {

Optimizer::NamedParameters trainable(const Transformer& model) {
  Optimizer::NamedParameters parameters;
  for (const auto& entry : model->named_parameters()) parameters.emplace_back(entry.key(), entry.value());
  return parameters;
}

double seconds_since(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

}  // namespace

Trainer::Trainer(const TrainingConfig& config, Transformer model, const ParallelCorpus& corpus,
                 const BatchIteratorOptions& batches, std::vector<Batch> validation, RunFiles files,
                 TrainerCallbacks callbacks)
    : config_(config),
      model_(std::move(model)),
      parameters_(model_->parameters()),
      schedule_(config),
      optimizer_(make_optimizer(trainable(model_), config)),
      batches_(corpus, batches),
      validation_(std::move(validation)),
      files_(std::move(files)),
      callbacks_(std::move(callbacks)) {}

void Trainer::resume(const LoadedCheckpoint& checkpoint, const std::string& where) {
  assign_weights(*model_, checkpoint.weights, where);
  state_ = checkpoint.state;
  optimizer_->load_state(checkpoint.optimizer, state_.step);
  batches_.seek({.epoch = state_.epoch, .pool = state_.pool, .batch = state_.batch});
}

int Trainer::run() {
  log_.emplace(files_.folder, state_, files_.for_tensorboard);
  progress_.emplace("training", config_.max_steps, "updates", state_.step);
  interval_ = {.waited_before = batches_.waited_seconds()};
  if (state_.validation_due) {
    validate();
    save();
    if (const int signal = callbacks_.interrupt_signal()) return signal;
  }
  while (state_.step < config_.max_steps) {
    const bool updated = update();
    const bool last = state_.step == config_.max_steps;
    const auto due = [&](int64_t every) { return updated && (last || state_.step % every == 0); };
    if (due(config_.log_every)) log_step();
    if (due(config_.validate_every)) validate();
    if (due(config_.save_every) || callbacks_.interrupt_signal() != 0) {
      save();
      // One that came meanwhile finds everything saved.
      if (const int signal = callbacks_.interrupt_signal()) return signal;
    }
  }
  return 0;
}

bool Trainer::update() {
  const auto window = next_window();
  const double loss = accumulate_gradients(window);
  const auto norm = global_gradient_norm(parameters_);
  interval_.gradient_norm = norm.item<double>();
  if (!std::isfinite(interval_.gradient_norm)) {
    skip_update(loss, interval_.gradient_norm);
    return false;
  }
  clip_gradients(parameters_, norm, config_.clip_norm);
  ++state_.step;
  optimizer_->update(schedule_.rate(state_.step));
  state_.skipped_in_a_row = 0;
  state_.target_tokens += window.tokens;
  state_.logged_loss_sum += loss * static_cast<double>(window.tokens);
  state_.logged_tokens += window.tokens;
  interval_.tokens += window.tokens;
  progress_->advance();
  return true;
}

// All batches of an update are fetched before the first is used: the mean is over all their tokens.
Trainer::Window Trainer::next_window() {
  Window window;
  for (int64_t i = 0; i < config_.accumulation; ++i) {
    const auto position = batches_.position();
    window.parts.push_back({position, batches_.next()});
    window.tokens += window.parts.back().batch.num_target_tokens;
  }
  const auto next = batches_.position();
  state_.epoch = next.epoch;
  state_.pool = next.pool;
  state_.batch = next.batch;
  return window;
}

double Trainer::accumulate_gradients(const Window& window) {
  double sum = 0.0;
  for (const auto& [position, batch] : window.parts) {
    const auto place = {static_cast<uint64_t>(position.epoch), static_cast<uint64_t>(position.pool),
                        static_cast<uint64_t>(position.batch)};
    Dropout dropout(model_->config().dropout, stream_key(static_cast<uint64_t>(config_.seed), "dropout", place));
    const auto loss = summed_loss(model_, batch, config_.label_smoothing, dropout);
    (loss / static_cast<double>(window.tokens)).backward();
    sum += loss.item<double>();
  }
  return sum / static_cast<double>(window.tokens);
}

void Trainer::skip_update(double loss, double norm) {
  optimizer_->clear_gradients();
  ++state_.skipped_updates;
  ++state_.skipped_in_a_row;
  log::warning(concat("update skipped after step ", state_.step, ": loss ", loss, ", gradient norm ", norm));
  if (state_.skipped_in_a_row < kMostSkippedUpdates) return;
  const bool has_checkpoint = !list_checkpoints(files_.folder).empty();
  throw UserError(
      concat("training diverged: ", kMostSkippedUpdates, " gradients in a row were not finite after step ", state_.step,
             "; ",
             has_checkpoint ? concat("the last checkpoint in ", (files_.folder / "checkpoints").string(), " is good")
                            : "no checkpoint was saved before",
             "; use a lower /training/learning_rate or a longer /training/warmup_steps"),
      ExitCode::kDiverged);
}

void Trainer::log_step() {
  const double loss = state_.logged_loss_sum / static_cast<double>(state_.logged_tokens);
  const double seconds = seconds_since(interval_.begin);
  const double speed = static_cast<double>(interval_.tokens) / seconds;
  const double wait = (batches_.waited_seconds() - interval_.waited_before) / seconds;
  log_->write("step", state_.step,
              {{"loss", loss},
               {"learning_rate", schedule_.rate(state_.step)},
               {"gradient_norm", interval_.gradient_norm},
               {"tokens", state_.target_tokens},
               {"skipped_updates", state_.skipped_updates},
               {"tokens_per_second", speed},
               {"data_wait", wait}});
  progress_->set_note(concat("loss ", decimal(loss, 3), ", ", count_text(speed), " tok/s"));
  state_.logged_loss_sum = 0.0;
  state_.logged_tokens = 0;
  interval_ = {.waited_before = batches_.waited_seconds()};
}

// A stop doesn't wait for its end: it is due again, before anything else, when the run goes on.
void Trainer::validate() {
  state_.validation_due = !validation_.empty();
  if (!state_.validation_due) return;
  try {
    measure();
    state_.validation_due = false;
  } catch (const Interrupted&) {
    log::info(concat("step ", state_.step, "  the validation is left for when the run goes on"));
  }
}

void Trainer::measure() {
  const auto begin = std::chrono::steady_clock::now();
  const double loss = mean_cross_entropy(model_, validation_, [this] {
    if (const int signal = callbacks_.interrupt_signal()) throw Interrupted{signal};
  });
  TrainingLog::Fields fields{{"loss", loss}};
  std::string line =
      concat("step ", state_.step, "  validation loss ", decimal(loss, 4), "  ppl ", decimal(std::exp(loss), 2));
  double score = -loss;
  if (callbacks_.score_translations) {
    const auto scores = callbacks_.score_translations();
    fields.insert(fields.end(), {{"bleu", scores.bleu}, {"chrf", scores.chrf}});
    line += concat("  BLEU ", decimal(scores.bleu, 2), "  chrF ", decimal(scores.chrf, 2));
    log_->write_text("validation", state_.step, "translations", scores.samples);
    score = scores.bleu;
  }
  const bool best = std::isfinite(score) && (!state_.best_step || score > state_.best_score);
  fields.emplace_back("best", best);
  log_->write("validation", state_.step, fields);
  log::info(concat(line, best ? "  best so far" : ""));
  if (best) {
    state_.best_score = score;
    state_.best_step = state_.step;
    save_best();
  }
  interval_.begin += std::chrono::steady_clock::now() - begin;  // speed is that of training
}

void Trainer::save() {
  const auto begin = std::chrono::steady_clock::now();
  log_->sync();  // the checkpoint counts on these bytes
  state_.log_bytes = log_->bytes();
  if (validation_.empty()) save_best();  // nothing to judge by: the newest counts as the best
  const auto path = save_checkpoint(files_.folder, {.weights = named_weights(*model_),
                                                    .optimizer = optimizer_->state(),
                                                    .state = state_,
                                                    .tokenizer_fingerprint = files_.tokenizer_fingerprint});
  log::debug(concat("saved ", path.string()));
  remove_old_checkpoints(path, config_.keep_checkpoints);
  interval_.begin += std::chrono::steady_clock::now() - begin;
}

void Trainer::save_best() {
  save_model_folder(files_.folder / "best", named_weights(*model_), files_.config_json, files_.tokenizer_fingerprint,
                    callbacks_.save_tokenizers);
}

}  // namespace tfm
