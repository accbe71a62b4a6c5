#include "benchmark/decoding_speed.h"

#include <ATen/ATen.h>

#include <algorithm>

#include "benchmark/synthetic_text.h"
#include "benchmark/timing.h"
#include "decoding/search_translations.h"
#include "torch_decoding/transformer_model.h"

namespace tfm {
namespace {

constexpr double kMedianSourceLength = 18.0;
constexpr int kLeastBatches = 3;

// The sentences of one batch, sorted as translating sorts them.
std::vector<std::vector<int32_t>> sources(int64_t count, int64_t vocabulary) {
  std::vector<std::vector<int32_t>> sentences;
  for (auto& pair : synthetic_pairs(count, kMedianSourceLength, vocabulary, 2)) {
    sentences.push_back(std::move(pair.source));
  }
  std::ranges::sort(sentences, std::greater{}, &std::vector<int32_t>::size);
  return sentences;
}

}  // namespace

DecodingSpeed measure_decoding(const Config& config, int64_t beam_size, double seconds, at::Device device) {
  const c10::InferenceMode inference;
  const int64_t vocabulary = config.tokenizer.vocab_size;
  Transformer model(
      config.model,
      Vocabulary{.source_size = vocabulary, .target_size = vocabulary, .shared = config.tokenizer.shared});
  model->initialize(1);
  model->to(device);
  const auto batch = sources(config.decoding.batch_size, vocabulary);
  std::vector<int64_t> limits;
  double tokens = 0.0;
  for (const auto& sentence : batch) {
    limits.push_back(std::ssize(sentence));
    tokens += static_cast<double>(limits.back());
  }
  const auto ids = synthetic_ids();
  const SearchOptions options{.beam_size = beam_size,
                              .bos = ids.bos,
                              .eos = ids.eos,
                              .forbidden = {ids.pad, ids.bos, ids.eos}};  // random weights would stop anywhere
  const std::vector<EnsembleMember> models{{decoding_model(model, {}, ids, ids)}};
  const auto tasks = tasks_of(limits);
  const double each = median(
      repeated_seconds(device, seconds, kLeastBatches, [&] { search_translations(models, batch, tasks, options); }));
  return {beam_size, std::ssize(batch), static_cast<double>(batch.size()) / each, tokens / each};
}

}  // namespace tfm
