#include "torch_decoding/transformer_model.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "checkpoint/weights.h"
#include "core/error.h"
#include "data/batch.h"
#include "decoding/alignment.h"
#include "decoding/inference_decoding.h"
#include "torch_decoding/pair_batches.h"
#include "torch_decoding/tensor_edits.h"

namespace tfm {
namespace {

// Of the heads that are looked at: [B, H, T, S] -> [B, T, S]
Tensor of_heads(const Tensor& weights, GuidedHeads heads) {
  return heads == GuidedHeads::kFirst ? weights.select(1, 0) : weights.mean(1);
}

template <typename Number>
void copy_to(const Tensor& from, Number* to) {
  const auto local = from.to(at::kCPU).contiguous();
  std::copy_n(local.const_data_ptr<Number>(), local.numel(), to);
}

// The decoder at work on a batch. A search's numbers are on the host, the model's on its device.
class TransformerSteps {
 public:
  TransformerSteps(Transformer model, const AligningAttention& attention, bool with_attention,
                   const PaddedSentences& sources)
      : model_(std::move(model)),
        device_(model_->output_weight().device()),
        heads_(attention.heads),
        with_attention_(with_attention),
        guided_{.layer = attention.layer} {
    const c10::InferenceMode inference;
    const Tokens source{sources.tokens.to(device_), sources.is_padded ? sources.mask.to(device_) : Tensor()};
    Dropout none;
    state_ = model_->start_decoding(model_->encode(source, none));
  }

  void log_probs(const LastTokens& last, float* to) {
    const c10::InferenceMode inference;
    copy_to(next(last), to);
  }

  // Only what is asked for comes to the host.
  void best(const LastTokens& last, const BestTokensWanted& wanted, BestTokens& best) {
    const c10::InferenceMode inference;
    const auto log_probs = next(last);
    apply_edits(wanted.edits, wanted.never, log_probs);
    const int64_t count = std::min(wanted.count, log_probs.size(-1));
    // The greatest alone is found without a queue.
    const auto [values, tokens] = count == 1 ? log_probs.max(-1, /*keepdim=*/true) : log_probs.topk(count, -1);
    best.count = count;
    best.log_probs.resize(static_cast<std::size_t>(values.numel()));
    best.tokens.resize(best.log_probs.size());
    copy_to(values, best.log_probs.data());
    copy_to(tokens, best.tokens.data());
  }

  void select(std::span<const int64_t> rows, std::span<const int64_t> sentences) {
    const c10::InferenceMode inference;
    state_.select(on_device(rows), sentences.empty() ? Tensor() : on_device(sentences));
  }

  SourceWeights attention() const {
    const c10::InferenceMode inference;
    const auto weights = of_heads(guided_.log_weights.exp(), heads_);  // [N, W, S]
    SourceWeights result{weights.size(2), std::vector<float>(static_cast<std::size_t>(weights.numel()))};
    copy_to(weights, result.weights.data());
    return result;
  }

 private:
  Tensor on_device(std::span<const int64_t> numbers) const {
    return at::tensor(at::IntArrayRef(numbers.data(), numbers.size()), at::kLong).to(device_);
  }

  // [N, W, V]
  Tensor next(const LastTokens& last) {
    const auto tokens = on_device(last.tokens).view({last.sentences(), last.width});
    const auto states = model_->step(tokens, state_, with_attention_ ? &guided_ : nullptr);  // [N, W, D]
    return model_->logits(states).to(at::kFloat).log_softmax(-1);
  }

  Transformer model_;
  at::Device device_;
  GuidedHeads heads_;
  bool with_attention_;
  GuidedLayer guided_;
  DecoderState state_;
};

// int64 [B, T]: where each decoder position looks most. Source padding has no weight.
Tensor most_attended(Transformer model, const AligningAttention& attention, const Batch& batch) {
  const auto on_device = batch.to(model->output_weight().device());
  Dropout none;
  GuidedLayer guided{.layer = attention.layer};
  const auto encoded = model->encode({on_device.source, on_device.padded_source_mask()}, none);
  model->decode(on_device.target_input, encoded, none, nullptr, &guided);
  const auto weights = of_heads(guided.log_weights.exp(), attention.heads);  // [B, T, S]
  return weights.argmax(-1).to(at::kCPU).contiguous();                       // [B, T, S] -> [B, T]
}

}  // namespace

TransformerDecoding::TransformerDecoding(Transformer model, const AligningAttention& attention,
                                         const SpecialIds& source_ids, const SpecialIds& target_ids)
    : model_(std::move(model)), attention_(attention), source_ids_(source_ids), target_ids_(target_ids) {}

NextTokenModel TransformerDecoding::start(const std::vector<std::vector<int32_t>>& sources, bool with_attention) const {
  const auto steps = std::make_shared<TransformerSteps>(model_, attention_, with_attention,
                                                        pad_with_eos({sources.begin(), sources.end()}, source_ids_));
  return {.vocab_size = model_->output_weight().size(0),
          .log_probs = [steps](const LastTokens& last, float* to) { steps->log_probs(last, to); },
          .select = [steps](auto rows, auto sentences) { steps->select(rows, sentences); },
          .attention = [steps] { return steps->attention(); },
          .best = [steps](const LastTokens& last, const BestTokensWanted& wanted,
                          BestTokens& best) { steps->best(last, wanted, best); }};
}

std::vector<Alignment> TransformerDecoding::align(const std::vector<EncodedPair>& pairs, int64_t batch_tokens) const {
  const c10::InferenceMode inference;
  std::vector<Alignment> alignments(pairs.size());
  for_each_batch(pairs, source_ids_, target_ids_, batch_tokens, [&](const Batch& batch, std::span<const int64_t> rows) {
    const auto attended = most_attended(model_, attention_, batch);
    const auto length = static_cast<std::size_t>(attended.size(1));
    for (std::size_t row = 0; row < rows.size(); ++row) {
      const auto place = static_cast<std::size_t>(rows[row]);
      const std::span places(attended.const_data_ptr<int64_t>() + row * length, length);
      alignments[place] = alignment_of(pairs[place], places);
    }
  });
  return alignments;
}

int64_t TransformerDecoding::max_length() const { return model_->max_length(); }

std::shared_ptr<const DecodingModel> decoding_model(const Transformer& model, const AligningAttention& attention,
                                                    const SpecialIds& source_ids, const SpecialIds& target_ids,
                                                    WeightType type) {
  const auto& weight = model->output_weight();
  if (weight.is_cpu() && weight.scalar_type() == at::kFloat) {
    ModuleWeights weights(*model);
    const auto laid_out = std::make_shared<const InferenceModel>(model->config(), model->vocabulary(), weights, type);
    return std::make_shared<InferenceDecoding>(laid_out, attention, source_ids, target_ids);
  }
  if (type != WeightType::kFloat32) {
    throw UserError("decoding.dtype: bfloat16 and int8 are for a CPU; leave it out here (float32)");
  }
  return std::make_shared<TransformerDecoding>(model, attention, source_ids, target_ids);
}

}  // namespace tfm
