#include "decoding/transformer_steps.h"

#include "data/batch.h"

namespace tfm {

std::vector<std::vector<Hypothesis>> search_translations(Transformer& model,
                                                         const std::vector<std::vector<int32_t>>& sources,
                                                         const std::vector<int64_t>& limits,
                                                         const SpecialIds& source_ids, const SearchOptions& options) {
  const c10::InferenceMode inference;
  const auto padded = pad_with_eos({sources.begin(), sources.end()}, source_ids);
  const auto mask = padded.is_padded ? padded.mask.to(options.device) : Tensor();
  Dropout none;
  auto state = model->start_decoding(model->encode({padded.tokens.to(options.device), mask}, none));
  const NextTokenModel next_token{
      .log_probs = [&](const Tensor& last) { return model->logits(model->step(last, state)).log_softmax(-1); },
      .select = [&](const Tensor& rows, const Tensor& sentences) { state.select(rows, sentences); }};
  return beam_search(next_token, limits, options);
}

}  // namespace tfm
