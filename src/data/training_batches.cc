#include "data/training_batches.h"

#include "data/prepare.h"
#include "text/subword_sampler.h"

namespace tfm {
namespace {

// Lengths are then known only once a sentence has been cut, which a pool's plan waits for: pools are smaller.
constexpr int64_t kPoolPairsWhenSampling = 1 << 16;

// A sentence that would come out longer than the limit stays as it is.
Resegment resegment(const Tokenizer& tokenizer, double strength, int64_t max_length) {
  const auto sampler = std::make_shared<const SubwordSampler>(tokenizer, strength);
  return [sampler, max_length](std::span<const int32_t> ids, RandomStream stream) {
    auto drawn = sampler->sample(ids, stream);
    return std::ssize(drawn) <= max_length ? drawn : std::vector<int32_t>(ids.begin(), ids.end());
  };
}

}  // namespace

BatchIteratorOptions training_batches(const Config& config, const Tokenizers& tokenizers,
                                      const ParallelCorpus& corpus) {
  BatchIteratorOptions options{.batch_tokens = config.training.batch_tokens,
                               .seed = static_cast<uint64_t>(config.training.seed),
                               .source_ids = tokenizers.source->special_ids(),
                               .target_ids = tokenizers.target->special_ids(),
                               .weights = training_weights(config.data, corpus),
                               .with_links = config.training.guided_alignment_weight > 0};
  if (config.tokenizer.sampling > 0) {
    options.pool_pairs = kPoolPairsWhenSampling;
    const auto cut_anew = [&](const Tokenizer& tokenizer) {
      return resegment(tokenizer, config.tokenizer.sampling, config.data.max_length);
    };
    options.resegment_source = cut_anew(*tokenizers.source);
    options.resegment_target = tokenizers.shared() ? options.resegment_source : cut_anew(*tokenizers.target);
  }
  return options;
}

}  // namespace tfm
