#include "data/training_batches.h"

#include "data/prepare.h"
#include "text/subword_sampler.h"

namespace tfm {
namespace {

// Lengths are then known only once a sentence has been cut, which a pool's plan waits for: pools are smaller.
constexpr int64_t kPoolPairsWhenSampling = 1 << 16;

Resegment resegment(const Tokenizer& tokenizer, double strength) {
  const auto sampler = std::make_shared<const SubwordSampler>(tokenizer, strength);
  return [sampler](std::span<const int32_t> ids, RandomStream stream) { return sampler->sample(ids, stream); };
}

}  // namespace

BatchIteratorOptions training_batches(const Config& config, const Tokenizers& tokenizers,
                                      const ParallelCorpus& corpus) {
  BatchIteratorOptions options{.batch_tokens = config.training.batch_tokens,
                               .seed = static_cast<uint64_t>(config.training.seed),
                               .source_ids = tokenizers.source->special_ids(),
                               .target_ids = tokenizers.target->special_ids(),
                               .weights = training_weights(config.data, corpus)};
  if (config.tokenizer.sampling > 0) {
    options.pool_pairs = kPoolPairsWhenSampling;
    options.resegment_source = resegment(*tokenizers.source, config.tokenizer.sampling);
    options.resegment_target =
        tokenizers.shared() ? options.resegment_source : resegment(*tokenizers.target, config.tokenizer.sampling);
  }
  return options;
}

}  // namespace tfm
