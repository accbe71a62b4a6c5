#include "decoding/alignment.h"

#include <ATen/ATen.h>

#include "decoding/pair_batches.h"

namespace tfm {
namespace {

// int64 [B, T]: where each decoder position looks most. Source padding has no weight.
Tensor most_attended(Transformer& model, const AligningAttention& attention, const Batch& batch) {
  const auto on_device = batch.to(model->output_weight().device());
  Dropout none;
  GuidedLayer guided{.layer = attention.layer};
  const auto encoded = model->encode({on_device.source, on_device.padded_source_mask()}, none);
  model->decode(on_device.target_input, encoded, none, nullptr, &guided);
  const auto weights = guided.log_weights.exp();  // [B, H, T, S]
  const auto chosen = attention.heads == GuidedHeads::kFirst ? weights.select(1, 0) : weights.mean(1);
  return chosen.argmax(-1).to(at::kCPU).contiguous();  // [B, T, S] -> [B, T]
}

Alignment links(const EncodedPair& pair, const int64_t* attended) {
  Alignment alignment;
  for (int64_t target = 0; target < std::ssize(pair.target); ++target) {
    if (attended[target] < std::ssize(pair.source))
      alignment.push_back({static_cast<int32_t>(attended[target]), static_cast<int32_t>(target)});
  }
  return alignment;
}

}  // namespace

AligningAttention aligning_attention(const TrainingConfig& training, const ModelConfig& model) {
  return {.layer = guided_layer(training, model) - 1, .heads = training.guided_alignment_heads};
}

std::vector<Alignment> align_pairs(Transformer& model, const AligningAttention& attention,
                                   const std::vector<EncodedPair>& pairs, const SpecialIds& source_ids,
                                   const SpecialIds& target_ids, int64_t batch_tokens) {
  const c10::InferenceMode inference;
  std::vector<Alignment> alignments(pairs.size());
  for_each_batch(pairs, source_ids, target_ids, batch_tokens, [&](const Batch& batch, std::span<const int64_t> rows) {
    const auto attended = most_attended(model, attention, batch);
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto place = static_cast<std::size_t>(rows[row]);
      alignments[place] = links(pairs[place], attended[static_cast<int64_t>(row)].const_data_ptr<int64_t>());
    }
  });
  return alignments;
}

Alignment joined_alignment(std::span<const EncodedPair> parts, std::span<const Alignment> alignments) {
  Alignment joined;
  int32_t sources = 0, targets = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    for (const auto& link : alignments[i]) joined.push_back({link.source + sources, link.target + targets});
    sources += static_cast<int32_t>(parts[i].source.size());
    targets += static_cast<int32_t>(parts[i].target.size());
  }
  return joined;
}

}  // namespace tfm
