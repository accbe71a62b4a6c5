#include "decoding/alignment.h"

#include <ATen/ATen.h>

#include "core/concat.h"
#include "data/batch.h"
#include "data/batch_plan.h"

namespace tfm {
namespace {

// int64 [B, T]: where each decoder position looks most. Source padding has no weight.
Tensor most_attended(Transformer& model, const Batch& batch) {
  const auto on_device = batch.to(model->output_weight().device());
  Dropout none;
  AttentionRecorder recorder;
  const auto encoded = model->encode(on_device.source, batch.source_is_padded ? on_device.source_mask : Tensor(), none);
  model->decode(on_device.target_input, encoded, none, &recorder);
  // Each layer has handed in its self-attention, then its cross-attention.
  const auto layers = static_cast<int64_t>(recorder.weights().size()) / 2;
  const auto layer = static_cast<std::size_t>(std::max<int64_t>(0, layers - 2));
  return recorder.weights()[2 * layer + 1].mean(1).argmax(-1).to(at::kCPU).contiguous();  // [B, H, T, S] -> [B, T]
}

Alignment links(const EncodedPair& pair, const int64_t* attended) {
  Alignment alignment;
  for (int64_t target = 0; target < std::ssize(pair.target); ++target) {
    if (attended[target] < std::ssize(pair.source)) alignment.push_back({attended[target], target});
  }
  return alignment;
}

}  // namespace

std::vector<Alignment> align_pairs(Transformer& model, const std::vector<EncodedPair>& pairs,
                                   const SpecialIds& source_ids, const SpecialIds& target_ids, int64_t batch_tokens) {
  const c10::InferenceMode inference;
  std::vector<Alignment> alignments(pairs.size());
  const auto plan = batches_by_length(pair_lengths(pairs), batch_tokens);
  for (int64_t i = 0; i < plan.size(); ++i) {
    std::vector<EncodedPair> members;
    for (const int64_t member : plan[i]) members.push_back(pairs[static_cast<std::size_t>(member)]);
    const auto attended = most_attended(model, make_batch(members, source_ids, target_ids));
    for (std::size_t row = 0; row < members.size(); ++row) {
      alignments[static_cast<std::size_t>(plan[i][row])] =
          links(members[row], attended[static_cast<int64_t>(row)].const_data_ptr<int64_t>());
    }
  }
  return alignments;
}

std::string pharaoh(const Alignment& alignment) {
  std::string text;
  for (const auto& link : alignment) text += concat(text.empty() ? "" : " ", link.source, "-", link.target);
  return text;
}

}  // namespace tfm
