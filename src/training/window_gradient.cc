#include "training/window_gradient.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "core/out_of_memory.h"
#include "core/random.h"
#include "training/batch_shares.h"

namespace tfm {
namespace {

int64_t positions(const Batch& batch) { return batch.size() * (batch.source.size(1) + batch.target_input.size(1)); }

}  // namespace

WindowGradient::WindowGradient(const Transformer& model, const TrainingConfig& config)
    : model_(model),
      config_(config),
      objective_(training_objective(config, model->config())),
      workers_(model, scalar_type(config.precision), number_of_workers(model->output_weight().device())) {
  for (int64_t i = 0; i < workers_.size(); ++i) workers_[i]->recompute_activations(config.recompute_activations);
}

WindowLoss WindowGradient::compute(const Window& window, double loss_scale) {
  while (true) {
    try {
      return compute_in_parts(window, loss_scale);
    } catch (const std::exception& failure) {
      clear();
      if (!is_out_of_memory(failure) || !take_smaller_parts(window)) throw;
    }
  }
}

WindowLoss WindowGradient::compute_in_parts(const Window& window, double loss_scale) {
  workers_.take_weights();
  // float16 has no range to spare: its gradients are brought to their size before they go back, all others afterwards,
  // in a pass that there is anyway.
  const double per_token = 1.0 / static_cast<double>(window.tokens);
  const GradientFactors factors =
      loss_scale == 1.0 ? GradientFactors{.sum = per_token} : GradientFactors{loss_scale * per_token, 1.0 / loss_scale};
  WindowLoss sum;
  for (const auto& part : window.parts) sum += add_batch(part, factors);
  return sum;
}

// Adds the gradient of the batch's summed objective, times the factors.
WindowLoss WindowGradient::add_batch(const Window::Part& part, const GradientFactors& factors) {
  const auto& [position, batch] = part;
  const auto key = stream_key(static_cast<uint64_t>(config_.seed), "dropout",
                              {static_cast<uint64_t>(position.epoch), static_cast<uint64_t>(position.pool),
                               static_cast<uint64_t>(position.batch)});
  const int64_t most_rows = (batch.size() + parts_of(batch) - 1) / parts_of(batch);
  WindowLoss sum;
  for (int64_t first = 0; first < batch.size(); first += most_rows) {
    const int64_t rows = std::min(most_rows, batch.size() - first);
    sum += add_rows(rows == batch.size() ? batch : batch.rows(first, rows), key, factors);
  }
  return sum;
}

// Each worker takes some of the rows; what they find is added up in their order.
WindowLoss WindowGradient::add_rows(const Batch& batch, uint64_t dropout_key, const GradientFactors& factors) {
  const auto shares = shares_of(batch, workers_.size());
  std::vector<WindowLoss> losses(shares.size());
  on_each_worker(std::ssize(shares), [&](int64_t worker) {
    const auto place = static_cast<std::size_t>(worker);
    losses[place] = add_share(worker, shares[place], dropout_key, factors.backward);
  });
  workers_.give_gradients(factors.sum);
  WindowLoss sum;
  for (const auto& loss : losses) sum += loss;
  return sum;
}

WindowLoss WindowGradient::add_share(int64_t worker, const Batch& rows, uint64_t dropout_key, double backward_factor) {
  Dropout dropout(dropout_rates(model_->config()), dropout_key);
  const auto loss = summed_loss(workers_[worker], rows, objective_, dropout);
  (backward_factor == 1.0 ? loss.total : loss.total * backward_factor).backward();
  return {.tokens = loss.tokens.item<double>(),
          .alignment = loss.alignment.defined() ? loss.alignment.item<double>() : 0.0};
}

int64_t WindowGradient::parts_of(const Batch& batch) const {
  return std::min(batch.size(), (positions(batch) - 1) / most_positions_ + 1);
}

// Half of the largest part so far. False: it was one row already.
bool WindowGradient::take_smaller_parts(const Window& window) {
  int64_t largest = 0;
  for (const auto& part : window.parts) {
    const int64_t parts = parts_of(part.batch);
    if (parts < part.batch.size()) largest = std::max(largest, positions(part.batch) / parts);
  }
  if (largest < 2) return false;
  most_positions_ = largest / 2;
  log::warning(concat("memory ran out: batches are computed in parts of at most ", most_positions_,
                      " positions from here on, which changes nothing but the speed; a smaller /training/batch_tokens "
                      "with more /training/accumulation, or /training/recompute_activations, may be faster"));
  return true;
}

void WindowGradient::clear() {
  for (const auto& parameter : model_->parameters()) parameter.mutable_grad() = at::Tensor();
  workers_.clear_gradients();
}

void WindowGradient::try_out(const Batch& batch) {
  try {
    compute({.parts = {{.position = {}, .batch = batch}}, .tokens = batch.num_target_tokens, .linked_targets = 0}, 1.0);
  } catch (const std::exception& failure) {
    if (!is_out_of_memory(failure)) throw;
    throw UserError(concat("there is not enough memory to train this model on one pair as long as the longest (",
                           batch.source.size(1), " and ", batch.target_input.size(1),
                           " pieces): lower /data/max_length, take a smaller model, or set "
                           "/training/recompute_activations to true"),
                    ExitCode::kFailed);
  }
  clear();
}

}  // namespace tfm
