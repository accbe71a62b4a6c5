#include "decoding/inference_steps.h"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "inference/decoder_steps.h"
#include "inference/source_encoder.h"
#include "kernels/vocabulary_rows.h"

namespace tfm {
namespace {

constexpr int64_t kRowsOfLogits = 96;  // at a time: what the next pass reads is still near the processor

std::vector<std::vector<int64_t>> with_end_marks(const std::vector<std::vector<int32_t>>& sources, int64_t eos) {
  std::vector<std::vector<int64_t>> sentences;
  for (const auto& source : sources) {
    sentences.emplace_back(source.begin(), source.end());
    sentences.back().push_back(eos);
  }
  return sentences;
}

class InferenceSteps {
 public:
  InferenceSteps(std::shared_ptr<const InferenceModel> model, EncodedSentences encoded,
                 std::optional<int64_t> attention_layer, GuidedHeads heads)
      : model_(std::move(model)), encoded_(std::move(encoded)), attention_layer_(attention_layer), heads_(heads) {}

  // [N, W, V]
  Tensor log_probs(const Tensor& last) {
    const std::vector<int64_t> live(static_cast<std::size_t>(last.size(0)), last.size(1));
    feed(last, live);
    const int64_t rows = std::ssize(slots_), vocab_size = model_->output.outputs();
    auto result = at::empty({last.size(0), last.size(1), vocab_size}, at::kFloat);
    float* to = result.mutable_data_ptr<float>();
    model_->output(steps_->states(), rows, to);
    at::parallel_for(0, rows, /*grain_size=*/8, [&](int64_t first, int64_t end) {
      for (int64_t row = first; row < end; ++row) {
        float* logits = to + row * vocab_size;
        const float sum = log_sum_exp(logits, vocab_size);
        for (int64_t i = 0; i < vocab_size; ++i) logits[i] -= sum;
      }
    });
    return result;
  }

  BestTokens best(const Tensor& last, const BestTokensWanted& wanted) {
    feed(last, wanted.live);
    const int64_t rows = std::ssize(slots_);
    const BestTokens best{at::zeros({last.size(0), last.size(1), wanted.count}, at::kFloat),
                          at::zeros({last.size(0), last.size(1), wanted.count}, at::kLong)};
    const int64_t width = model_->target.shape.d_model, vocab_size = model_->output.outputs();
    for (int64_t first = 0; first < rows; first += kRowsOfLogits) {
      const int64_t count = std::min(kRowsOfLogits, rows - first);
      float* logits = logits_.take(count * vocab_size);
      model_->output(steps_->states() + first * width, count, logits);
      at::parallel_for(0, count, /*grain_size=*/4, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          choose(logits + row * vocab_size, slots_[static_cast<std::size_t>(first + row)], wanted, best);
        }
      });
    }
    return best;
  }

  void select(const Tensor& rows, const Tensor& sentences) {
    const auto numbers = [](const Tensor& tensor) {
      return tensor.defined() ? std::span(tensor.const_data_ptr<int64_t>(), static_cast<std::size_t>(tensor.numel()))
                              : std::span<const int64_t>();
    };
    steps_->select(numbers(rows), numbers(sentences));
  }

  // [N, W, S]
  Tensor attention() const {
    const auto& weights = steps_->attention();
    return heads_ == GuidedHeads::kFirst ? weights.select(2, 0) : weights.mean(2);
  }

 private:
  // `live`: how many of a sentence's W slots have a hypothesis.
  void feed(const Tensor& last, const std::vector<int64_t>& live) {
    const auto* last_tokens = last.const_data_ptr<int64_t>();
    const int64_t width = last.size(1);
    if (!steps_) steps_.emplace(model_, std::exchange(encoded_, {}), width, attention_layer_);
    tokens_.clear();
    slots_.clear();
    for (std::size_t sentence = 0; sentence < live.size(); ++sentence) {
      for (int64_t i = 0; i < live[sentence]; ++i) {
        slots_.push_back(static_cast<int64_t>(sentence) * width + i);
        tokens_.push_back(last_tokens[slots_.back()]);
      }
    }
    steps_->step(tokens_, slots_);
  }

  // logits: of one row, which they are no longer afterwards
  void choose(float* logits, int64_t slot, const BestTokensWanted& wanted, const BestTokens& best) const {
    const int64_t vocab_size = model_->output.outputs();
    const float sum = log_sum_exp(logits, vocab_size);
    wanted.edits.apply_to_row(slot, wanted.never, sum, std::span(logits, static_cast<std::size_t>(vocab_size)));
    float* log_probs = best.log_probs.mutable_data_ptr<float>() + slot * wanted.count;
    best_of_row(logits, vocab_size, wanted.count, log_probs,
                best.tokens.mutable_data_ptr<int64_t>() + slot * wanted.count);
    for (int64_t i = 0; i < wanted.count; ++i) log_probs[i] -= sum;
  }

  std::shared_ptr<const InferenceModel> model_;
  EncodedSentences encoded_;  // until the first step, which knows how many hypotheses a sentence may have
  std::optional<int64_t> attention_layer_;
  GuidedHeads heads_;
  std::optional<DecoderSteps> steps_;
  std::vector<int64_t> tokens_, slots_;  // of the newest step
  Buffer logits_;
};

}  // namespace

NextTokenModel inference_next_token_model(const std::shared_ptr<const InferenceModel>& model,
                                          const AligningAttention& attention,
                                          const std::vector<std::vector<int32_t>>& sources,
                                          const SpecialIds& source_ids, bool with_attention) {
  const auto layer = with_attention ? std::optional(attention.layer) : std::nullopt;
  const auto steps = std::make_shared<InferenceSteps>(model, encode(*model, with_end_marks(sources, source_ids.eos)),
                                                      layer, attention.heads);
  return {.log_probs = [steps](const Tensor& last) { return steps->log_probs(last); },
          .select = [steps](const Tensor& rows, const Tensor& sentences) { steps->select(rows, sentences); },
          .attention = [steps] { return steps->attention(); },
          .best = [steps](const Tensor& last, const BestTokensWanted& wanted) { return steps->best(last, wanted); }};
}

}  // namespace tfm
