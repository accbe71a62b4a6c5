#include "data/vocabulary.h"

#include <algorithm>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cleaning/pair_inspector.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/log.h"
#include "core/progress.h"
#include "core/random.h"
#include "formats/corpus_files.h"
#include "formats/pair_reader.h"

namespace tfm {
namespace {

enum class Text { kSource, kTarget, kBoth };

// How much more text is looked at than a vocabulary is learnt from.
constexpr int64_t kTextAllowance = 8;
constexpr int64_t kMiB = int64_t{1} << 20;

// Of much more text than is needed, this share of the pairs will do: the others are not even cleaned.
double share_to_look_at(const Config& config) {
  const auto wanted = static_cast<double>(kTextAllowance * config.tokenizer.max_text_mib * kMiB);
  return std::min(1.0, wanted / static_cast<double>(std::max<int64_t>(1, corpus_bytes(config.data.train))));
}

// The training corpora's sentences, one after the other, as they will be encoded; pairs that a rule drops are left out.
class CorpusSentences {
 public:
  CorpusSentences(const Config& config, Text text)
      : config_(config.data), text_(text), inspector_(config.data), share_(share_to_look_at(config)) {
    progress_.emplace("reading for the vocabulary", corpus_bytes(config.data.train) / kMiB, "MiB");
    for (const CorpusConfig& entry : config.data.train) {
      for (CorpusConfig& corpus : expand_patterns(entry)) corpora_.push_back(std::move(corpus));
    }
  }

  std::optional<std::string> next() {
    while (waiting_.empty()) {
      if (!read_pair()) {
        if (pairs_used_ == 0) fail_empty();
        return std::nullopt;
      }
    }
    std::string sentence = std::move(waiting_.front());
    waiting_.pop_front();
    return sentence;
  }

 private:
  bool read_pair() {
    stop_if_asked();
    if (!reader_) {
      if (corpora_.empty()) {
        progress_.reset();  // what comes now can't tell how far it is
        return false;
      }
      reader_ = open_pairs(corpora_.front(), {config_.source_language, config_.target_language});
      mebibytes_ = static_cast<double>(corpus_bytes(corpora_.front())) / kMiB;
      advanced_ = 0;
      corpora_.pop_front();
    }
    if (auto pair = reader_->next()) {
      if (share_ == 1.0 || random_.uniform() < share_) queue(*pair);
    } else {
      reader_.reset();
    }
    show_progress();
    return true;
  }

  void show_progress() {
    const auto done = static_cast<int64_t>(reader_ ? reader_->share_read() * mebibytes_ : mebibytes_);
    if (done == advanced_) return;
    progress_->advance(done - advanced_);
    advanced_ = done;
  }

  void queue(CleanPair& pair) {
    const JudgedPair judged = inspector_.inspect(pair);
    ++pairs_read_;
    if (drops(judged.findings, config_)) {
      const Reason reason = first_reason(judged.findings, config_);
      ++dropped_[{reason.rule, reason.side}];
      if (first_defect_.empty() && !judged.defect.empty())
        first_defect_ = concat("line ", judged.line, ": ", judged.defect);
      return;
    }
    ++pairs_used_;
    if (text_ != Text::kTarget) waiting_.push_back(std::move(pair.source.text));
    if (text_ != Text::kSource) waiting_.push_back(std::move(pair.target.text));
  }

  [[noreturn]] void fail_empty() const {
    std::string reasons;
    for (const auto& [reason, count] : dropped_) {
      const char* what = reason.second == Side::kPair     ? "pairs "
                         : reason.second == Side::kSource ? "source lines "
                                                          : "target lines ";
      reasons += concat("\n  ", count, " ", what, info(reason.first).phrase);
    }
    if (!first_defect_.empty()) reasons += concat("\n  the first: ", first_defect_);
    const auto wrong_source = dropped_.find({Rule::kWrongScript, Side::kSource});
    const bool exchanged = wrong_source != dropped_.end() && 2 * wrong_source->second > pairs_read_;
    throw UserError(concat("no training pair is left to learn a vocabulary from: all ", pairs_read_, " are dropped",
                           reasons, exchanged ? "\nare source and target exchanged?" : "",
                           first_defect_.empty() ? "" : "\ncheck the corpus' format, columns and keys"));
  }

  const DataConfig& config_;
  Text text_;
  PairInspector inspector_;
  int64_t pairs_read_ = 0;
  int64_t pairs_used_ = 0;
  std::map<std::pair<Rule, Side>, int64_t> dropped_;
  std::string first_defect_;
  double share_;
  RandomStream random_{stream_key(0, "pairs for the vocabulary", {})};
  std::optional<Progress> progress_;
  double mebibytes_ = 0;  // of the corpus that is read
  int64_t advanced_ = 0;
  std::deque<CorpusConfig> corpora_;
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

void add_tags(const std::vector<CorpusConfig>& corpora, std::vector<std::string>& symbols) {
  for (const CorpusConfig& corpus : corpora) {
    const bool is_new = corpus.tag && std::find(symbols.begin(), symbols.end(), *corpus.tag) == symbols.end();
    if (is_new) symbols.push_back(*corpus.tag);
  }
}

Tokenizer learn(const Config& config, Text text) {
  log::info(concat("learning a vocabulary of ", config.tokenizer.vocab_size, " pieces from ", name_of(text)));
  const auto sentences = std::make_shared<CorpusSentences>(config, text);
  auto tokenizer = config.tokenizer;
  if (text != Text::kTarget) add_tags(config.data.train, tokenizer.symbols);
  auto trained = train_tokenizer(tokenizer, [sentences] { return sentences->next(); }, name_of(text));
  const auto skipped = trained.sentences_skipped, cut = trained.sentences_cut;
  log::info(concat("learnt it from ", trained.sentences_used, " sentences",
                   cut > 0 ? concat("; ", cut, " long ones were cut into parts") : "",
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
