// What a search must find, said about whole sequences and from their beginning: slow, and written without the parts
// that it tests.
#pragma once

#include <gtest/gtest.h>

#include "search/hypothesis.h"
#include "toy_language.h"

namespace tfm::testing {

// Everything about one sequence of tokens, as the options and the task have it.
class WholeSequence {
 public:
  WholeSequence(const ToyLanguage& language, const SentenceTask& task, const SearchOptions& options,
                std::vector<int32_t> tokens)
      : task_(&task), options_(&options), tokens_(std::move(tokens)) {
    std::vector<double> looked_at(kSourceWords, 0.0);
    std::vector<int32_t> history;
    for (const int32_t token : tokens_) {
      const double log_prob = language.next(history)[static_cast<std::size_t>(token)];
      const bool has_it = std::ranges::count(history, token) > 0;
      const bool is_forced = history.size() < task.prefix.size();
      log_probs_.push_back(log_prob);
      ranking_ += has_it && !is_forced ? log_prob * options.repetition_penalty : log_prob;
      const auto attention = language.attention(history);
      for (std::size_t i = 0; i < looked_at.size(); ++i) looked_at[i] += attention[i];
      history.push_back(token);
    }
    for (int64_t i = 0; i < task.source_pieces; ++i) {
      coverage_ += std::log(std::min(looked_at[static_cast<std::size_t>(i)], 1.0));
    }
  }

  const std::vector<int32_t>& tokens() const { return tokens_; }
  bool is_finished() const { return !tokens_.empty() && tokens_.back() == kEnd; }
  double ranking() const { return ranking_; }
  double log_prob() const {
    double total = 0.0;
    for (const double log_prob : log_probs_) total += log_prob;
    return total;
  }
  double score() const {
    const auto n = static_cast<int64_t>(tokens_.size());
    return ranking_ / options_->length_penalty(n) + options_->coverage_penalty * coverage_;
  }

  // Whether all rules allow it. Without an end mark: as far as it goes.
  bool is_allowed() const {
    return within_lengths() && has_prefix() && (is_all_forced() || (!says_forbidden() && !repeats_ngram())) &&
           (!is_finished() || spells());
  }

  Hypothesis as_hypothesis() const { return {tokens_, log_prob(), score(), is_finished(), log_probs_}; }

 private:
  std::vector<int32_t> pieces() const {
    auto pieces = tokens_;
    if (is_finished()) pieces.pop_back();
    return pieces;
  }
  bool within_lengths() const {
    const auto n = static_cast<int64_t>(tokens_.size());
    return n <= task_->most_tokens && (!is_finished() || n - 1 >= task_->least_pieces);
  }
  bool has_prefix() const {
    for (std::size_t i = 0; i < std::min(tokens_.size(), task_->prefix.size()); ++i) {
      if (tokens_[i] != task_->prefix[i]) return false;
    }
    return true;
  }
  bool is_all_forced() const { return tokens_.size() <= task_->prefix.size(); }
  bool says_forbidden() const {
    for (const int64_t token : options_->forbidden) {
      if (std::ranges::count(tokens_, token) > 0) return true;
    }
    for (const auto& sequence : options_->forbidden_sequences) {
      if (!std::ranges::search(tokens_, sequence).empty()) return true;
    }
    return false;
  }
  bool repeats_ngram() const {
    const auto n = static_cast<std::size_t>(options_->no_repeat_ngram);
    const auto all = pieces();
    for (std::size_t i = 0; n > 0 && i + n <= all.size(); ++i) {
      for (std::size_t j = i + 1; j + n <= all.size(); ++j) {
        if (std::equal(all.begin() + static_cast<std::ptrdiff_t>(i), all.begin() + static_cast<std::ptrdiff_t>(i + n),
                       all.begin() + static_cast<std::ptrdiff_t>(j)))
          return true;
      }
    }
    return false;
  }
  bool spells() const {
    if (options_->silent.empty()) return true;
    for (const int32_t piece : pieces()) {
      if (!options_->silent[static_cast<std::size_t>(piece)]) return true;
    }
    return false;
  }

  const SentenceTask* task_;
  const SearchOptions* options_;
  std::vector<int32_t> tokens_;
  std::vector<double> log_probs_;
  double ranking_ = 0.0;
  double coverage_ = 0.0;
};

// What may become of the sequence with one more token.
inline std::vector<WholeSequence> continuations(const ToyLanguage& language, const SentenceTask& task,
                                                const SearchOptions& options, const std::vector<int32_t>& tokens) {
  std::vector<WholeSequence> all;
  for (int32_t token = 0; token < kVocabulary; ++token) {
    auto longer = tokens;
    longer.push_back(token);
    WholeSequence sequence(language, task, options, longer);
    if (sequence.is_allowed()) all.push_back(std::move(sequence));
  }
  return all;
}

// Finished before unfinished, then by score.
inline void rank(std::vector<Hypothesis>& hypotheses) {
  std::ranges::stable_sort(hypotheses, [](const Hypothesis& a, const Hypothesis& b) {
    return a.finished != b.finished ? a.finished : a.score > b.score;
  });
}

// Every finished sequence that is allowed, ranked.
inline std::vector<Hypothesis> everything(const ToyLanguage& language, const SentenceTask& task,
                                          const SearchOptions& options) {
  std::vector<Hypothesis> found;
  std::vector<std::vector<int32_t>> growing{{}};
  for (std::size_t i = 0; i < growing.size(); ++i) {
    const auto tokens = growing[i];
    for (const auto& sequence : continuations(language, task, options, tokens)) {
      if (sequence.is_finished()) {
        found.push_back(sequence.as_hypothesis());
      } else if (std::ssize(sequence.tokens()) < task.most_tokens) {
        growing.push_back(sequence.tokens());
      }
    }
  }
  rank(found);
  return found;
}

inline void expect_same(const std::vector<Hypothesis>& found, const std::vector<Hypothesis>& expected) {
  constexpr double kTolerance = 1e-5;  // the search's factors are float32
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(found[i].tokens, expected[i].tokens) << "hypothesis " << i;
    EXPECT_EQ(found[i].finished, expected[i].finished) << "hypothesis " << i;
    EXPECT_NEAR(found[i].log_prob, expected[i].log_prob, kTolerance) << "hypothesis " << i;
    EXPECT_NEAR(found[i].score, expected[i].score, kTolerance) << "hypothesis " << i;
    ASSERT_EQ(found[i].token_log_probs.size(), expected[i].token_log_probs.size());
    for (std::size_t t = 0; t < found[i].token_log_probs.size(); ++t) {
      EXPECT_NEAR(found[i].token_log_probs[t], expected[i].token_log_probs[t], kTolerance);
    }
  }
}

}  // namespace tfm::testing
