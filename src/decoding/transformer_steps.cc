#include "decoding/transformer_steps.h"

#include <memory>
#include <utility>

#include "data/batch.h"
#include "decoding/ensemble.h"
#include "decoding/inference_steps.h"
#include "search/beam_search.h"
#include "search/constrained_search.h"
#include "search/sampling.h"

namespace tfm {
namespace {

// One model's decoder at work on a batch.
struct TransformerSteps {
  DecodingModel member;
  DecoderState state;
  GuidedLayer guided;  // looked at where a coverage penalty asks for attention

  Tensor log_probs(const Tensor& last, bool with_attention) {
    const auto states = member.model->step(last, state, with_attention ? &guided : nullptr);  // [N, W, D]
    return member.model->logits(states).log_softmax(-1);
  }
  // [N, W, S]
  Tensor attention() const {
    const auto weights = guided.log_weights.exp();  // [N, H, W, S]
    return member.attention.heads == GuidedHeads::kFirst ? weights.select(1, 0) : weights.mean(1);
  }
};

NextTokenModel next_token_model(const DecodingModel& member, const std::vector<std::vector<int32_t>>& sources,
                                const SpecialIds& source_ids, const SearchOptions& options) {
  const bool with_attention = options.coverage_penalty > 0.0;
  if (member.inference) {
    return inference_next_token_model(member.inference, member.attention, sources, source_ids, with_attention);
  }
  const auto padded = pad_with_eos({sources.begin(), sources.end()}, source_ids);
  const Tokens source{padded.tokens.to(options.device), padded.is_padded ? padded.mask.to(options.device) : Tensor()};
  Dropout none;
  auto model = member.model;
  const auto steps = std::make_shared<TransformerSteps>(
      TransformerSteps{member, model->start_decoding(model->encode(source, none)), {.layer = member.attention.layer}});
  return {.log_probs = [steps, with_attention](const Tensor& last) { return steps->log_probs(last, with_attention); },
          .select = [steps](const Tensor& rows, const Tensor& sentences) { steps->state.select(rows, sentences); },
          .attention = [steps] { return steps->attention(); }};
}

}  // namespace

void DecodingModel::take_weights(WeightType type, bool gives_up) {
  const bool is_fast = InferenceModel::takes(*model);
  if (read && !(is_fast && gives_up)) std::exchange(read, {})("");
  const LayingOut how{.type = type, .gives_up = gives_up, .read = std::exchange(read, {})};
  inference = is_fast ? std::make_shared<const InferenceModel>(*model, how) : nullptr;
}

DecodingModel plain_decoding_model(Transformer model) {
  const auto attention = aligning_attention(TrainingConfig{}, model->config());
  return {std::move(model), attention};
}

DecodingModel decoding_model(Transformer model) {
  auto result = plain_decoding_model(std::move(model));
  result.take_weights();
  return result;
}

std::vector<std::vector<Hypothesis>> search_translations(std::vector<DecodingModel>& models,
                                                         const std::vector<std::vector<int32_t>>& sources,
                                                         const std::vector<SentenceTask>& tasks,
                                                         const SpecialIds& source_ids, const SearchOptions& options) {
  const c10::InferenceMode inference;
  std::vector<NextTokenModel> members;
  std::vector<double> weights;
  for (const auto& model : models) {
    members.push_back(next_token_model(model, sources, source_ids, options));
    weights.push_back(model.weight);
  }
  const auto next_token = mean_of(std::move(members), weights);
  if (options.sampling) return sample(next_token, tasks, options);
  const bool constrained = !tasks.empty() && tasks.front().constraint;
  return constrained ? constrained_search(next_token, tasks, options) : beam_search(next_token, tasks, options);
}

}  // namespace tfm
