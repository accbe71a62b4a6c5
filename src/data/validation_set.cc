#include "data/validation_set.h"

#include "codec/batch_plan.h"
#include "core/concat.h"
#include "core/log.h"
#include "data/parallel_text.h"
#include "text/vocabulary_coverage.h"

namespace tfm {
namespace {

struct EncodedTexts {
  std::vector<std::vector<int32_t>> sources, targets;
  std::vector<PairLengths> lengths;
};

// What the vocabularies make of the texts, for the log.
class Coverage {
 public:
  explicit Coverage(const Tokenizers& tokenizers) : source_(*tokenizers.source), target_(*tokenizers.target) {}
  void add(const std::string& source, std::span<const int32_t> source_pieces, const std::string& target,
           std::span<const int32_t> target_pieces) {
    ++line_;
    source_.add(source, source_pieces, line_);
    target_.add(target, target_pieces, line_);
  }
  void log() const {
    for (const auto& [side, coverage] : {std::pair{"source", &source_}, {"target", &target_}}) {
      log::info(concat("validation, ", side, " side: ", coverage->summary()));
      for (const std::string& warning : coverage->warnings())
        log::warning(concat("validation, ", side, " side: ", warning));
    }
  }

 private:
  VocabularyCoverage source_, target_;
  int64_t line_ = 0;
};

EncodedTexts encode(const ParallelText& text, const TextCodec& codec, int64_t max_pieces) {
  EncodedTexts encoded;
  Coverage coverage(codec.tokenizers());
  for (std::size_t i = 0; i < text.sources.size(); ++i) {
    auto source = codec.encode_source(text.sources[i]), target = codec.encode_target(text.targets[i]);
    coverage.add(text.sources[i], source, text.targets[i], target);
    if (source.empty() || target.empty() || std::ssize(source) > max_pieces || std::ssize(target) > max_pieces)
      continue;
    encoded.lengths.push_back({static_cast<int32_t>(source.size()), static_cast<int32_t>(target.size())});
    encoded.sources.push_back(std::move(source));
    encoded.targets.push_back(std::move(target));
  }
  coverage.log();
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

ValidationSet load_validation_set(const CorpusConfig& corpus, const DataConfig& config, const TextCodec& codec,
                                  int64_t batch_tokens, int64_t max_pieces) {
  auto text = read_parallel_text(corpus, config);
  auto batches = make_batches(encode(text, codec, max_pieces), codec.tokenizers(), batch_tokens);
  return {std::move(text.sources), std::move(text.targets), std::move(batches)};
}

}  // namespace tfm
