#include "data/vocabulary.h"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/concat.h"
#include "core/log.h"
#include "data/pair_reader.h"

namespace tfm {
namespace {

enum class Text { kSource, kTarget, kBoth };

// The training corpora's sentences, one after the other; pairs that training drops as blank are left out.
class CorpusSentences {
 public:
  CorpusSentences(const std::vector<CorpusFiles>& corpora, Text text)
      : corpora_(corpora.begin(), corpora.end()), text_(text) {}

  std::optional<std::string> next() {
    while (waiting_.empty()) {
      if (!read_pair()) return std::nullopt;
    }
    std::string sentence = std::move(waiting_.front());
    waiting_.pop_front();
    return sentence;
  }

 private:
  bool read_pair() {
    if (!reader_) {
      if (corpora_.empty()) return false;
      reader_ = std::make_unique<PairReader>(corpora_.front());
      corpora_.pop_front();
    }
    if (auto pair = reader_->next()) {
      queue(*pair);
    } else {
      reader_.reset();
    }
    return true;
  }

  void queue(CleanPair& pair) {
    if (is_blank(pair.source.text) || is_blank(pair.target.text)) return;
    if (text_ != Text::kTarget) waiting_.push_back(std::move(pair.source.text));
    if (text_ != Text::kSource) waiting_.push_back(std::move(pair.target.text));
  }

  std::deque<CorpusFiles> corpora_;
  Text text_;
  std::unique_ptr<PairReader> reader_;
  std::deque<std::string> waiting_;
};

std::string name_of(Text text) {
  switch (text) {
    case Text::kSource:
      return "the source side of the training text";
    case Text::kTarget:
      return "the target side of the training text";
    case Text::kBoth:
      return "both sides of the training text";
  }
  return "";
}

Tokenizer learn(const Config& config, Text text) {
  log::info(concat("learning a vocabulary of ", config.tokenizer.vocab_size, " pieces from ", name_of(text)));
  const auto sentences = std::make_shared<CorpusSentences>(config.data.train, text);
  auto trained = train_tokenizer(config.tokenizer, [sentences] { return sentences->next(); }, name_of(text));
  const auto skipped = trained.sentences_skipped;
  log::info(concat("learnt it from ", trained.sentences_used, " sentences",
                   skipped > 0 ? concat("; ", skipped, " that its trainer can't take were left out") : ""));
  return Tokenizer::from_bytes(std::move(trained.model_bytes), "the learnt vocabulary");
}

std::shared_ptr<const Tokenizer> make(const Config& config, Text text,
                                      const std::optional<std::filesystem::path>& given) {
  if (!given) return std::make_shared<const Tokenizer>(learn(config, text));
  log::info(concat("taking the vocabulary ", given->string()));
  return std::make_shared<const Tokenizer>(Tokenizer::load(*given));
}

}  // namespace

Tokenizers make_tokenizers(const Config& config) {
  const TokenizerConfig& tokenizer = config.tokenizer;
  if (tokenizer.shared) {  // a given model is then named once, or twice the same
    const auto both = make(config, Text::kBoth, tokenizer.source_model);
    return {both, both};
  }
  return {make(config, Text::kSource, tokenizer.source_model), make(config, Text::kTarget, tokenizer.target_model)};
}

}  // namespace tfm
