#include "training/objective.h"

#include <ATen/ATen.h>

#include "training/alignment_loss.h"
#include "training/label_smoothed_cross_entropy.h"

namespace tfm {

Objective training_objective(const TrainingConfig& training, const ModelConfig& model) {
  Objective objective{.label_smoothing = training.label_smoothing};
  if (training.guided_alignment_weight > 0.0) {
    objective.guidance = {.weight = training.guided_alignment_weight,
                          .layer = guided_layer(training, model) - 1,
                          .heads = training.guided_alignment_heads};
  }
  return objective;
}

SummedLoss summed_loss(Transformer& model, const Batch& batch, const Objective& objective, Dropout& dropout) {
  const auto device = model->output_weight().device();
  const auto on_device = batch.to(device);
  const auto& guidance = objective.guidance;
  const bool guides = guidance && !batch.links.empty();
  GuidedLayer guided{.layer = guides ? guidance->layer : 0};
  const auto encoded = model->encode(on_device.source, on_device.padded_source_mask(), dropout);
  auto states = model->decode(on_device.target_input, encoded, dropout, nullptr, guides ? &guided : nullptr)
                    .flatten(0, 1);                  // [B, T, D] -> [B*T, D]
  auto targets = on_device.target_output.flatten();  // [B*T]
  if (batch.target_is_padded) {
    // Padding costs no logits. The places are found on the batch's own device: a GPU isn't waited for.
    const auto real = batch.target_mask.flatten().nonzero().squeeze(1).to(device);
    states = states.index_select(0, real);    // [N, D]
    targets = targets.index_select(0, real);  // [N]
  }
  SummedLoss loss;
  loss.tokens = label_smoothed_cross_entropy(states, model->output_weight(), targets, objective.label_smoothing);
  loss.total = loss.tokens;
  if (guides) {
    loss.alignment = alignment_loss(guided.log_weights, on_device.links, guidance->heads);
    loss.total = loss.tokens + guidance->weight * loss.alignment;
  }
  return loss;
}

double mean_cross_entropy(Transformer& model, const std::vector<Batch>& batches,
                          const std::function<void()>& before_batch) {
  const at::NoGradGuard no_grad;
  double sum = 0.0;
  int64_t tokens = 0;
  for (const auto& batch : batches) {
    if (before_batch) before_batch();
    Dropout none;
    sum += summed_loss(model, batch, Objective{}, none).tokens.item<double>();
    tokens += batch.num_target_tokens;
  }
  return sum / static_cast<double>(tokens);
}

}  // namespace tfm
