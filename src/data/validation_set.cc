#include "data/validation_set.h"

#include "data/batch_plan.h"
#include "data/prepare.h"

namespace tfm {
namespace {

struct EncodedTexts {
  std::vector<std::vector<int32_t>> sources, targets;
  std::vector<PairLengths> lengths;
};

EncodedTexts encode(const ParallelText& text, const Tokenizers& tokenizers, int64_t max_pieces) {
  EncodedTexts encoded;
  for (std::size_t i = 0; i < text.sources.size(); ++i) {
    auto source = tokenizers.source->encode(text.sources[i]), target = tokenizers.target->encode(text.targets[i]);
    if (source.empty() || target.empty() || std::ssize(source) > max_pieces || std::ssize(target) > max_pieces)
      continue;
    encoded.lengths.push_back({static_cast<int32_t>(source.size()), static_cast<int32_t>(target.size())});
    encoded.sources.push_back(std::move(source));
    encoded.targets.push_back(std::move(target));
  }
  return encoded;
}

std::vector<Batch> make_batches(const EncodedTexts& encoded, const Tokenizers& tokenizers, int64_t batch_tokens) {
  std::vector<Batch> batches;
  const auto plan = batches_by_length(encoded.lengths, batch_tokens);
  for (int64_t i = 0; i < plan.size(); ++i) {
    std::vector<EncodedPair> members;
    for (const int64_t member : plan[i]) {
      const auto index = static_cast<std::size_t>(member);
      members.push_back({encoded.sources[index], encoded.targets[index]});
    }
    batches.push_back(make_batch(members, tokenizers.source->special_ids(), tokenizers.target->special_ids()));
  }
  return batches;
}

}  // namespace

ValidationSet load_validation_set(const CorpusFiles& files, const Tokenizers& tokenizers, int64_t batch_tokens,
                                  int64_t max_pieces) {
  auto text = read_parallel_text(files);
  auto batches = make_batches(encode(text, tokenizers, max_pieces), tokenizers, batch_tokens);
  return {std::move(text.sources), std::move(text.targets), std::move(batches)};
}

}  // namespace tfm
