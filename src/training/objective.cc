#include "training/objective.h"

#include <ATen/ATen.h>

#include "training/label_smoothed_cross_entropy.h"

namespace tfm {

at::Tensor summed_loss(Transformer& model, const Batch& batch, double label_smoothing, Dropout& dropout) {
  const auto device = model->output_weight().device();
  const auto on_device = batch.to(device);
  const auto encoded = model->encode(on_device.source, on_device.padded_source_mask(), dropout);
  auto states = model->decode(on_device.target_input, encoded, dropout).flatten(0, 1);  // [B, T, D] -> [B*T, D]
  auto targets = on_device.target_output.flatten();                                     // [B*T]
  if (batch.target_is_padded) {
    // Padding costs no logits. The places are found on the batch's own device: a GPU isn't waited for.
    const auto real = batch.target_mask.flatten().nonzero().squeeze(1).to(device);
    states = states.index_select(0, real);    // [N, D]
    targets = targets.index_select(0, real);  // [N]
  }
  return label_smoothed_cross_entropy(states, model->output_weight(), targets, label_smoothing);
}

double mean_cross_entropy(Transformer& model, const std::vector<Batch>& batches,
                          const std::function<void()>& before_batch) {
  const at::NoGradGuard no_grad;
  double sum = 0.0;
  int64_t tokens = 0;
  for (const auto& batch : batches) {
    if (before_batch) before_batch();
    Dropout none;
    sum += summed_loss(model, batch, /*label_smoothing=*/0.0, none).item<double>();
    tokens += batch.num_target_tokens;
  }
  return sum / static_cast<double>(tokens);
}

}  // namespace tfm
