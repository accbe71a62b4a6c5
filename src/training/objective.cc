#include "training/objective.h"

#include <ATen/ATen.h>

#include "training/alignment_loss.h"
#include "training/label_smoothed_cross_entropy.h"
#include "training/model_input.h"

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
  const auto& guidance = objective.guidance;
  const bool guides = guidance && !batch.links.empty();
  GuidedLayer guided{.layer = guides ? guidance->layer : 0};
  const auto input = model_input(model, batch, /*packs=*/objective.packs && !guides);
  const auto encoded = model->encode(input.source, dropout);
  auto states = model->decode(input.target_input, encoded, dropout, nullptr, guides ? &guided : nullptr)
                    .flatten(0, 1);                                                     // [B, T, D] -> [B*T, D]
  if (input.real_places.defined()) states = states.index_select(0, input.real_places);  // [N, D]
  SummedLoss loss;
  loss.tokens =
      label_smoothed_cross_entropy(states, model->output_weight(), input.target_output, objective.label_smoothing);
  loss.total = loss.tokens;
  if (guides) {
    loss.alignment = alignment_loss(guided.log_weights, batch.to(states.device()).links, guidance->heads);
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
