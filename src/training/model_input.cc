#include "training/model_input.h"

#include <ATen/ATen.h>

namespace tfm {

ModelInput packed_input(const Batch& batch) {
  const auto mask = [](bool is_padded, const Tensor& real) { return is_padded ? real : Tensor(); };
  const auto part = [](int64_t before, int64_t tokens) {
    return BatchPart{.first = before, .places = tokens, .all_places = before + tokens};
  };
  const auto target_mask = mask(batch.target_is_padded, batch.target_mask);
  return {packed({batch.source, batch.padded_source_mask()}, part(batch.source_tokens_before, batch.num_source_tokens)),
          packed({batch.target_input, target_mask}, part(batch.target_tokens_before, batch.num_target_tokens)),
          batch.target_output.masked_select(batch.target_mask), Tensor()};
}

ModelInput padded_input(const Batch& batch, at::Device device) {
  const auto on_device = batch.to(device);
  const auto part = [&](int64_t length) {
    const int64_t all_rows = batch.all_rows > 0 ? batch.all_rows : batch.size();
    return BatchPart{
        .first = batch.rows_before * length, .places = batch.size() * length, .all_places = all_rows * length};
  };
  ModelInput input{{on_device.source, on_device.padded_source_mask()},
                   on_device.target_input,
                   on_device.target_output.flatten(),
                   Tensor()};
  input.source.part = part(batch.source.size(1));
  input.target_input.part = part(batch.target_input.size(1));
  if (batch.target_is_padded) {
    // Padding costs no logits. The places are found on the batch's own device: a GPU isn't waited for.
    input.real_places = batch.target_mask.flatten().nonzero().squeeze(1).to(device);
    input.target_output = input.target_output.index_select(0, input.real_places);
  }
  return input;
}

}  // namespace tfm
