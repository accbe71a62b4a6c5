#include "torch_decoding/forced_decoding.h"

#include <ATen/ATen.h>

#include "torch_decoding/pair_batches.h"

namespace tfm {
namespace {

// [B, T]: the log-probability of each target token, that of padding being of no meaning.
Tensor token_log_probs(Transformer& model, const Batch& batch) {
  const auto on_device = batch.to(model->output_weight().device());
  Dropout none;
  const auto encoded = model->encode({on_device.source, on_device.padded_source_mask()}, none);
  const auto logits = model->logits(model->decode(on_device.target_input, encoded, none));  // [B, T, V]
  return logits.log_softmax(-1).gather(2, on_device.target_output.unsqueeze(2)).squeeze(2).to(at::kCPU, at::kDouble);
}

ForcedScore score_of(const EncodedPair& pair, const Tensor& log_probs, int64_t eos) {
  ForcedScore score;
  score.tokens.assign(pair.target.begin(), pair.target.end());
  score.tokens.push_back(static_cast<int32_t>(eos));
  const auto* values = log_probs.const_data_ptr<double>();
  score.token_log_probs.assign(values, values + score.tokens.size());
  for (const double value : score.token_log_probs) score.log_prob += value;
  return score;
}

}  // namespace

std::vector<ForcedScore> score_pairs(Transformer& model, const std::vector<EncodedPair>& pairs,
                                     const SpecialIds& source_ids, const SpecialIds& target_ids, int64_t batch_tokens,
                                     const std::function<void(int64_t)>& scored) {
  const c10::InferenceMode inference;
  std::vector<ForcedScore> scores(pairs.size());
  for_each_batch(pairs, source_ids, target_ids, batch_tokens, [&](const Batch& batch, std::span<const int64_t> rows) {
    const auto log_probs = token_log_probs(model, batch).contiguous();
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto place = static_cast<std::size_t>(rows[row]);
      scores[place] = score_of(pairs[place], log_probs[static_cast<int64_t>(row)], target_ids.eos);
    }
    if (scored) scored(std::ssize(rows));
  });
  return scores;
}

}  // namespace tfm
