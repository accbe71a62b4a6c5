// A language small enough to try everything in: its next token depends on all tokens so far, by a table of random
// numbers. And a model that speaks it on rows which a search reorders.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "core/random.h"
#include "search/next_token_model.h"
#include "search/search_options.h"
#include "search/sentence_task.h"

namespace tfm::testing {

inline constexpr int64_t kVocabulary = 5, kBegin = 0, kEnd = 1, kSourceWords = 3;
inline constexpr uint64_t kFirstSeed = 1;  // all random tables are functions of seeds that tests name

class ToyLanguage {
 public:
  explicit ToyLanguage(uint64_t seed, double spread = 6.0) : seed_(seed), spread_(spread) {}

  // Log-probabilities of what follows; history: the tokens so far, without the begin mark.
  std::vector<float> next(const std::vector<int32_t>& history) const {
    auto stream = random(history, "next");
    std::vector<double> logits;
    double total = 0.0;
    for (int64_t token = 0; token < kVocabulary; ++token) {
      logits.push_back(spread_ * stream.uniform());
      total += std::exp(logits.back());
    }
    std::vector<float> log_probs;
    for (const double logit : logits) log_probs.push_back(static_cast<float>(logit - std::log(total)));
    return log_probs;
  }

  // How much the step after `history` looks at each source word; sums to 1.
  std::vector<float> attention(const std::vector<int32_t>& history) const {
    auto stream = random(history, "attention");
    std::vector<double> weights;
    double total = 0.0;
    for (int64_t word = 0; word < kSourceWords; ++word) total += weights.emplace_back(std::exp(4.0 * stream.uniform()));
    std::vector<float> shares;
    for (const double weight : weights) shares.push_back(static_cast<float>(weight / total));
    return shares;
  }

 private:
  RandomStream random(const std::vector<int32_t>& history, std::string_view name) const {
    uint64_t place = 1;
    for (const int32_t token : history) place = place * kVocabulary + static_cast<uint64_t>(token);
    return RandomStream(stream_key(seed_, name, {place}));
  }

  uint64_t seed_;
  double spread_;
};

// Keeps each row's history, as a decoder's cache would.
class ToyModel {
 public:
  ToyModel(std::vector<ToyLanguage> languages, int64_t width) : sentences_(std::move(languages)) {
    histories_.resize(sentences_.size() * static_cast<std::size_t>(width));
  }

  NextTokenModel callbacks() {
    return {.vocab_size = kVocabulary,
            .log_probs = [this](const LastTokens& last, float* to) { log_probs(last, to); },
            .select = [this](auto rows, auto kept) { select(rows, kept); },
            .attention =
                [this] {
                  return SourceWeights{kSourceWords, per_row([](const auto& language, const auto& so_far) {
                                         return language.attention(so_far);
                                       })};
                }};
  }

  int64_t steps() const { return steps_; }

 private:
  void log_probs(const LastTokens& last, float* to) {
    ++steps_;
    width_ = last.width;
    for (std::size_t row = 0; row < histories_.size(); ++row) {
      const auto token = last.tokens[row];
      if (token != kBegin) histories_[row].push_back(static_cast<int32_t>(token));
    }
    std::ranges::copy(per_row([](const auto& language, const auto& so_far) { return language.next(so_far); }), to);
  }

  template <typename Function>
  std::vector<float> per_row(const Function& function) const {
    std::vector<float> values;
    for (std::size_t row = 0; row < histories_.size(); ++row) {
      const auto of_row = function(sentences_[row / static_cast<std::size_t>(width_)], histories_[row]);
      values.insert(values.end(), of_row.begin(), of_row.end());
    }
    return values;
  }

  void select(std::span<const int64_t> rows, std::span<const int64_t> kept) {
    auto histories = histories_;
    histories_.clear();
    for (const int64_t row : rows) histories_.push_back(histories[static_cast<std::size_t>(row)]);
    if (kept.empty()) return;
    std::vector<ToyLanguage> left;
    for (const int64_t sentence : kept) left.push_back(sentences_[static_cast<std::size_t>(sentence)]);
    sentences_ = std::move(left);
  }

  std::vector<ToyLanguage> sentences_;
  std::vector<std::vector<int32_t>> histories_;
  int64_t width_ = 1;
  int64_t steps_ = 0;
};

inline SearchOptions toy_options(int64_t beam_size, const std::string& penalty, int64_t num_best = 1) {
  SearchOptions options;
  options.beam_size = beam_size;
  options.num_best = num_best;
  options.length_penalty = LengthPenalty::parse(penalty);
  options.bos = kBegin;
  options.eos = kEnd;
  options.forbidden = {kBegin};
  return options;
}

inline SentenceTask toy_task(int64_t most_tokens) { return {.most_tokens = most_tokens, .source_pieces = 2}; }

}  // namespace tfm::testing
