#include <sentencepiece_trainer.h>

#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/concat.h"
#include "core/error.h"
#include "core/interrupt.h"
#include "core/random.h"
#include "text/cut_text.h"
#include "text/sentencepiece_text.h"
#include "text/tokenizer.h"
#include "text/unicode.h"
#include "text/user_symbols.h"

namespace tfm {
namespace {

using TrainerOptions = std::unordered_map<std::string, std::string>;

// About 5,000 Chinese characters. SentencePiece's BPE counts positions in 16 bits, and its unigram model loses
// precision on longer sentences; its own limit of 4,192 bytes loses paragraphs.
constexpr size_t kMaxSentenceBytes = 16 * 1024;

// A constant: the sums of the unigram model depend on it in their last digits.
constexpr int kThreads = 4;

// U+2585, which SentencePiece puts in place of rare characters while it trains.
constexpr std::string_view kReservedCharacter = "\xE2\x96\x85";

struct Sample {
  std::vector<std::string> sentences;
  int64_t cut = 0;
  int64_t skipped = 0;
};

// A uniform sample (Vitter's algorithm R), the same each time; all sentences, in order, where they are within both
// limits. Where the bytes are beyond theirs, random ones go and the sample stays so much smaller: uniform all the same.
class Reservoir {
 public:
  Reservoir(int64_t size, int64_t bytes)
      : size_(static_cast<uint64_t>(size)), most_bytes_(static_cast<uint64_t>(bytes)) {}

  void add(std::string sentence) {
    ++seen_;
    if (sample_.size() < size_) {
      bytes_ += sentence.size();
      sample_.push_back(std::move(sentence));
    } else if (const uint64_t place = random_.below(seen_); place < size_) {
      bytes_ += sentence.size() - sample_[place].size();
      sample_[place] = std::move(sentence);
    }
    while (bytes_ > most_bytes_ && sample_.size() > 1) drop_one();
  }
  std::vector<std::string> take() { return std::move(sample_); }

 private:
  void drop_one() {
    std::string& victim = sample_[random_.below(sample_.size())];
    bytes_ -= victim.size();
    std::swap(victim, sample_.back());
    sample_.pop_back();
    size_ = sample_.size();
  }

  uint64_t size_;
  uint64_t most_bytes_;
  uint64_t seen_ = 0;
  uint64_t bytes_ = 0;
  std::vector<std::string> sample_;
  RandomStream random_{stream_key(0, "vocabulary sample", {})};
};

// What SentencePiece would pass over or stumble on is dealt with here, so that it is counted.
Sample sample_sentences(const SentenceSource& sentences, const TokenizerConfig& config) {
  Sample sample;
  Reservoir reservoir(config.max_sentences, config.max_text_mib * (int64_t{1} << 20));
  while (auto sentence = sentences()) {
    if (is_blank(*sentence)) continue;
    if (sentence->find(kReservedCharacter) != std::string::npos) {
      ++sample.skipped;
      continue;
    }
    const std::string text = sentencepiece_text(std::move(*sentence));
    if (text.size() > kMaxSentenceBytes) ++sample.cut;
    for (const std::string_view part : cut_text(text, kMaxSentenceBytes)) reservoir.add(std::string(part));
  }
  sample.sentences = reservoir.take();
  return sample;
}

class SentenceList : public sentencepiece::SentenceIterator {
 public:
  explicit SentenceList(const std::vector<std::string>& sentences) : sentences_(sentences) {}
  bool done() const override { return position_ == sentences_.size(); }
  void Next() override { ++position_; }
  const std::string& value() const override { return sentences_[position_]; }
  sentencepiece::util::Status status() const override { return {}; }

 private:
  const std::vector<std::string>& sentences_;
  size_t position_ = 0;
};

std::string rule_name(Normalization normalization) {
  switch (normalization) {
    case Normalization::kIdentity:
      return "identity";
    case Normalization::kNfkc:
      return "nfkc";
    case Normalization::kNmtNfkc:
      return "nmt_nfkc";
  }
  throw std::logic_error("no such normalization");
}

// The suffix array of SentencePiece's unigram model counts characters in 32 bits unless told otherwise.
bool is_huge(const std::vector<std::string>& sentences) {
  size_t bytes = 0;
  for (const auto& sentence : sentences) bytes += sentence.size() + 1;
  return bytes > static_cast<size_t>(std::numeric_limits<int32_t>::max());
}

// One vocabulary learnt from one sample; SentencePiece's messages stay unseen.
class Training {
 public:
  Training(const TokenizerConfig& config, const std::vector<std::string>& sentences, const std::string& what)
      : config_(config), sentences_(sentences), what_(what), huge_(is_huge(sentences)) {}

  // Has fewer pieces than `vocab_size` where the text has no more to give: that many, asked for, work.
  Tokenizer learn(int64_t vocab_size) const {
    return train(config_.type == TokenizerType::kBpe ? "bpe" : "unigram", vocab_size);
  }
  // The special symbols, the bytes of the byte fallback, and every character that character_coverage asks for.
  int64_t least_vocab_size() const { return train("char", kAllCharacters).vocab_size(); }

 private:
  static constexpr int64_t kAllCharacters = 2 * 0x110000;

  TrainerOptions options(const std::string& model_type, int64_t vocab_size) const;
  Tokenizer train(const std::string& model_type, int64_t vocab_size) const;

  const TokenizerConfig& config_;
  const std::vector<std::string>& sentences_;
  const std::string& what_;
  bool huge_;
};

TrainerOptions Training::options(const std::string& model_type, int64_t vocab_size) const {
  const auto flag = [](bool value) { return std::string(value ? "true" : "false"); };
  TrainerOptions options = {{"model_type", model_type},
                            {"vocab_size", std::to_string(vocab_size)},
                            {"hard_vocab_limit", "false"},
                            {"character_coverage", concat(config_.character_coverage)},
                            {"byte_fallback", flag(config_.byte_fallback)},
                            {"normalization_rule_name", rule_name(config_.normalization)},
                            {"max_sentence_length", std::to_string(kMaxSentenceBytes)},
                            {"train_extremely_large_corpus", flag(huge_)},
                            {"num_threads", std::to_string(kThreads)},
                            {"pad_id", "0"},
                            {"unk_id", "1"},
                            {"bos_id", "2"},
                            {"eos_id", "3"},
                            {"minloglevel", "3"}};  // above errors: they come back as a status
  if (!config_.symbols.empty()) options["user_defined_symbols"] = comma_separated(config_.symbols);
  return options;
}

Tokenizer Training::train(const std::string& model_type, int64_t vocab_size) const {
  SentenceList list(sentences_);
  std::string model_bytes;
  const auto status = sentencepiece::SentencePieceTrainer::Train(options(model_type, vocab_size), &list, &model_bytes);
  if (!status.ok()) {
    throw UserError(concat(what_, ": SentencePiece can't learn a vocabulary from this text: ", status.message(),
                           "; check the keys of /tokenizer"));
  }
  return Tokenizer::from_bytes(std::move(model_bytes), what_);
}

[[noreturn]] void fail_too_small(const TokenizerConfig& config, int64_t least, const std::string& what) {
  throw UserError(concat("/tokenizer/vocab_size: ", config.vocab_size, " is too small for the characters of ", what,
                         "; the least that works is ", least, " (special symbols",
                         config.symbols.empty() ? "" : concat(", ", config.symbols.size(), " of /tokenizer/symbols"),
                         config.byte_fallback ? ", 256 bytes" : "", " and every character that a coverage of ",
                         config.character_coverage, " asks for): raise it, or lower /tokenizer/character_coverage"));
}

[[noreturn]] void fail_too_large(const TokenizerConfig& config, int64_t most, const std::string& what) {
  throw UserError(concat("/tokenizer/vocab_size: ", config.vocab_size, " is more than ", what,
                         " can fill; the most that works is ", most, ": lower it, or give more text"));
}

}  // namespace

TrainedTokenizer train_tokenizer(const TokenizerConfig& config, const SentenceSource& sentences,
                                 const std::string& what) {
  check_symbols(config.symbols);
  const Sample sample = sample_sentences(sentences, config);
  if (sample.sentences.empty()) {
    throw UserError(concat(what, ": no text to learn a vocabulary from (lines skipped for U+2585: ", sample.skipped,
                           "); give text with one sentence a line"));
  }
  const StopsAtOnce no_one_asks;  // SentencePiece doesn't, and nothing is half written
  const Training training(config, sample.sentences, what);
  const int64_t least = training.least_vocab_size();
  if (config.vocab_size < least) fail_too_small(config, least, what);
  const Tokenizer tokenizer = training.learn(config.vocab_size);
  const int64_t reached = tokenizer.vocab_size();
  if (reached < config.vocab_size) fail_too_large(config, reached, what);
  return {tokenizer.model_bytes(), std::ssize(sample.sentences), sample.cut, sample.skipped};
}

}  // namespace tfm
