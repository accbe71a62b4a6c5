#include "decoding/transformer_steps.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace tfm {
namespace {

struct PaddedSource {
  Tensor tokens;  // int64 [N, S], each row its pieces and the end mark, then padding
  Tensor mask;    // bool [N, S]; undefined where nothing is padded
};

PaddedSource pad_sources(const std::vector<std::vector<int32_t>>& sources, const SpecialIds& ids, at::Device device) {
  std::size_t longest = 0, shortest = sources.front().size();
  for (const auto& source : sources) {
    longest = std::max(longest, source.size());
    shortest = std::min(shortest, source.size());
  }
  auto tokens = at::full({static_cast<int64_t>(sources.size()), static_cast<int64_t>(longest) + 1}, ids.pad, at::kLong);
  auto mask = at::zeros(tokens.sizes(), at::kBool);
  int64_t* token_row = tokens.data_ptr<int64_t>();
  bool* mask_row = mask.data_ptr<bool>();
  for (const auto& source : sources) {
    std::ranges::copy(source, token_row);
    token_row[source.size()] = ids.eos;
    std::fill_n(mask_row, source.size() + 1, true);
    token_row += longest + 1;
    mask_row += longest + 1;
  }
  return {tokens.to(device), shortest == longest ? Tensor() : mask.to(device)};
}

}  // namespace

std::vector<std::vector<Hypothesis>> search_translations(Transformer& model,
                                                         const std::vector<std::vector<int32_t>>& sources,
                                                         const std::vector<int64_t>& limits,
                                                         const SpecialIds& source_ids, const SearchOptions& options) {
  const c10::InferenceMode inference;
  const auto padded = pad_sources(sources, source_ids, options.device);
  Dropout none;
  auto state = model->start_decoding(model->encode(padded.tokens, padded.mask, none));
  const NextTokenModel next_token{
      .log_probs = [&](const Tensor& last) { return model->logits(model->step(last, state)).log_softmax(-1); },
      .select = [&](const Tensor& rows, const Tensor& sentences) { state.select(rows, sentences); }};
  return beam_search(next_token, limits, options);
}

}  // namespace tfm
