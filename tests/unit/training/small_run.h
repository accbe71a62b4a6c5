// A run small enough for a test: a toy corpus, its vocabulary, a model, a folder.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "../file_testing.h"
#include "../model/small_model.h"
#include "core/files.h"
#include "core/random.h"
#include "data/prepare.h"
#include "training/trainer.h"

namespace tfm::testing {

inline Tokenizers toy_tokenizers() {
  static const Tokenizers tokenizers = [] {
    const ScratchFolder folder;
    TokenizerConfig config;
    config.vocab_size = 40;
    RandomStream random(stream_key(1, "toy text", {}));
    int left = 300;
    const auto trained = train_tokenizer(
        config,
        [&]() -> std::optional<std::string> {
          if (left-- == 0) return std::nullopt;
          std::string line;
          for (int word = 0; word < 5; ++word) {
            if (word > 0) line += ' ';
            for (int letter = 0; letter < 3; ++letter) line += static_cast<char>('a' + random.below(8));
          }
          return line;
        },
        "the toy text");
    write_file(folder / "shared.model", trained.model_bytes);
    return Tokenizers::load(folder.path());
  }();
  return tokenizers;
}

// Pairs whose target is their source backwards, with the links that say so.
inline ParallelCorpus toy_corpus(const std::filesystem::path& folder, int64_t pairs, const Tokenizers& tokenizers) {
  RandomStream random(stream_key(2, "toy corpus", {}));
  ParallelCorpusWriter writer(folder, {.tokenizer_fingerprint = tokenizers.fingerprint(), .has_links = true});
  for (int64_t i = 0; i < pairs; ++i) {
    std::vector<int32_t> source;
    const auto length = 2 + random.below(6);
    for (uint64_t j = 0; j < length; ++j) source.push_back(static_cast<int32_t>(4 + random.below(20)));
    Alignment links;
    for (int32_t j = 0; j < std::ssize(source); ++j) {
      links.push_back({.source = static_cast<int32_t>(length) - 1 - j, .target = j});
    }
    writer.add(source, std::vector<int32_t>(source.rbegin(), source.rend()), links);
  }
  writer.finish();
  return ParallelCorpus::open(folder);
}

class SmallRun {
 public:
  explicit SmallRun(TrainingConfig training, const std::function<int(int64_t step)>& signal = {},
                    std::filesystem::path folder = {}, const std::function<void(Transformer&)>& prepare_model = {})
      : folder_(folder.empty() ? scratch_.path() : std::move(folder)),
        corpus_(toy_corpus(scratch_ / "train", 60, tokenizers_)) {
    auto config = small_config();
    model_ = Transformer(config, Vocabulary{.source_size = tokenizers_.source->vocab_size(),
                                            .target_size = tokenizers_.target->vocab_size(),
                                            .shared = true});
    model_->initialize(3);
    if (prepare_model) prepare_model(model_);
    TrainerCallbacks callbacks{
        .score_translations = {},
        .interrupt_signal = [this, signal] { return signal ? signal(trainer_->state().step) : 0; },
        .save_tokenizers = [this](const auto& path) { tokenizers_.save(path); }};
    trainer_ = std::make_unique<Trainer>(training, model_, corpus_, batches(training), validation(),
                                         RunFiles{folder_, Config{}, tokenizers_.fingerprint()}, std::move(callbacks));
  }

  Trainer& trainer() { return *trainer_; }
  Transformer& model() { return model_; }
  const std::filesystem::path& folder() const { return folder_; }
  const ParallelCorpus& corpus() const { return corpus_; }
  const Tokenizers& tokenizers() const { return tokenizers_; }

 private:
  BatchIteratorOptions batches(const TrainingConfig& training) const {
    return {.batch_tokens = training.batch_tokens,
            .seed = static_cast<uint64_t>(training.seed),
            .source_ids = tokenizers_.source->special_ids(),
            .target_ids = tokenizers_.target->special_ids(),
            .with_links = training.guided_alignment_weight > 0};
  }
  std::vector<Batch> validation() const {
    BatchPairs first;
    for (int64_t i = 0; i < 10; ++i) first.lengths.push_back(corpus_.read(i, first.ids));
    return {make_batch(first.pairs(), tokenizers_.source->special_ids(), tokenizers_.target->special_ids())};
  }

  ScratchFolder scratch_;
  std::filesystem::path folder_;
  Tokenizers tokenizers_ = toy_tokenizers();
  ParallelCorpus corpus_;
  Transformer model_{nullptr};
  std::unique_ptr<Trainer> trainer_;
};

inline TrainingConfig quick_training() {
  TrainingConfig config;
  config.batch_tokens = 60;
  config.max_steps = 12;
  config.warmup_steps = 5;
  config.learning_rate = 0.01;
  config.log_every = 5;
  config.validate_every = 4;
  config.save_every = 6;
  config.accumulation = 2;
  return config;
}

}  // namespace tfm::testing
