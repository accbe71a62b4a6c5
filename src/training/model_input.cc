#include "training/model_input.h"

#include <ATen/ATen.h>

#include "operations/typed.h"
#include "training/label_smoothed_cross_entropy.h"

namespace tfm {

namespace {

BatchPart part_of(const Batch& batch) {
  return {
      .first = batch.rows_before, .rows = batch.size(), .all_rows = batch.all_rows > 0 ? batch.all_rows : batch.size()};
}

Tokens source_of(const Batch& batch) {
  Tokens source(batch.source, batch.padded_source_mask());
  source.part = part_of(batch);
  return source;
}

Tokens target_of(const Batch& batch) {
  Tokens target(batch.target_input);
  target.part = part_of(batch);
  return target;
}

ModelInput packed_input(const Batch& batch, int64_t multiple) {
  // On both sides or on neither: filler attends to filler.
  const auto filler = [&](int64_t tokens) { return multiple > 1 ? multiple - tokens % multiple : 0; };
  const int64_t target_filler = filler(batch.num_target_tokens);
  auto target = target_of(batch);
  if (batch.target_is_padded) target.layout.real = batch.target_mask;
  return {packed(source_of(batch), filler(batch.num_source_tokens)), packed(target, target_filler),
          at::constant_pad_nd(batch.target_output.masked_select(batch.target_mask), {0, target_filler}, kNoTarget),
          Tensor()};
}

ModelInput padded_input(const Batch& batch, at::Device device) {
  const auto on_device = batch.to(device);
  ModelInput input{source_of(on_device), target_of(on_device), on_device.target_output.flatten(), Tensor()};
  if (batch.target_is_padded) {
    // Padding costs no logits. The places are found on the batch's own device: a GPU isn't waited for.
    input.real_places = batch.target_mask.flatten().nonzero().squeeze(1).to(device);
    input.target_output = input.target_output.index_select(0, input.real_places);
  }
  return input;
}

}  // namespace

ModelInput model_input(const Transformer& model, const Batch& batch, bool packs) {
  const auto& weight = model->output_weight();
  if (packs && model->takes_packed()) return packed_input(batch, row_multiple(weight));
  return padded_input(batch, weight.device());
}

}  // namespace tfm
