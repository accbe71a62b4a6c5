#include "decoding/inference_decoding.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "codec/batch_plan.h"
#include "core/loop_threads.h"
#include "decoding/alignment.h"
#include "inference/decoder_steps.h"
#include "inference/source_encoder.h"
#include "kernels/vocabulary_rows.h"

namespace tfm {
namespace {

constexpr int64_t kRowsOfLogits = 96;  // at a time: what the next pass reads is still near the processor

std::vector<int64_t> with_end_mark(std::span<const int32_t> source, int64_t eos) {
  std::vector<int64_t> sentence(source.begin(), source.end());
  sentence.push_back(eos);
  return sentence;
}

// Of the heads that are looked at: weights [rows, H, S] -> [rows, S].
std::vector<float> of_heads(std::span<const float> weights, int64_t heads, int64_t places, GuidedHeads which) {
  const int64_t rows = std::ssize(weights) / (heads * places), used = which == GuidedHeads::kFirst ? 1 : heads;
  std::vector<float> result(static_cast<std::size_t>(rows * places));
  for (int64_t row = 0; row < rows; ++row) {
    float* to = result.data() + row * places;
    for (int64_t head = 0; head < used; ++head) {
      const float* from = weights.data() + (row * heads + head) * places;
      for (int64_t i = 0; i < places; ++i) to[i] += from[i];
    }
    for (int64_t i = 0; i < places; ++i) to[i] /= static_cast<float>(used);
  }
  return result;
}

class InferenceSteps {
 public:
  InferenceSteps(std::shared_ptr<const InferenceModel> model, EncodedSentences encoded,
                 std::optional<int64_t> attention_layer, GuidedHeads heads)
      : model_(std::move(model)), encoded_(std::move(encoded)), attention_layer_(attention_layer), heads_(heads) {}

  void log_probs(const LastTokens& last, float* to) {
    live_.assign(static_cast<std::size_t>(last.sentences()), last.width);
    feed(last, live_);
    const int64_t rows = std::ssize(slots_), vocab_size = model_->output.outputs();
    model_->output(steps_->states(), rows, to);
    parallel_loop(0, rows, /*grain=*/8, [&](int64_t first, int64_t end) {
      for (int64_t row = first; row < end; ++row) {
        float* logits = to + row * vocab_size;
        const float sum = log_sum_exp(logits, vocab_size);
        for (int64_t i = 0; i < vocab_size; ++i) logits[i] -= sum;
      }
    });
  }

  void best(const LastTokens& last, const BestTokensWanted& wanted, BestTokens& best) {
    feed(last, wanted.live);
    const int64_t rows = std::ssize(slots_);
    best.count = wanted.count;
    best.log_probs.assign(last.tokens.size() * static_cast<std::size_t>(wanted.count), 0.0F);
    best.tokens.assign(best.log_probs.size(), 0);
    const int64_t width = model_->target.shape.d_model, vocab_size = model_->output.outputs();
    for (int64_t first = 0; first < rows; first += kRowsOfLogits) {
      const int64_t count = std::min(kRowsOfLogits, rows - first);
      float* logits = logits_.take(count * vocab_size);
      model_->output(steps_->states() + first * width, count, logits);
      parallel_loop(0, count, /*grain=*/4, [&](int64_t begin, int64_t end) {
        for (int64_t row = begin; row < end; ++row) {
          choose(logits + row * vocab_size, slots_[static_cast<std::size_t>(first + row)], wanted, best);
        }
      });
    }
  }

  void select(std::span<const int64_t> rows, std::span<const int64_t> sentences) { steps_->select(rows, sentences); }

  SourceWeights attention() const {
    const int64_t places = steps_->most_pieces();
    return {places, of_heads(steps_->attention(), model_->target.shape.num_heads, places, heads_)};
  }

 private:
  // `live`: how many of a sentence's W slots have a hypothesis.
  void feed(const LastTokens& last, const std::vector<int64_t>& live) {
    if (!steps_) steps_.emplace(model_, std::exchange(encoded_, {}), last.width, attention_layer_);
    tokens_.clear();
    slots_.clear();
    for (std::size_t sentence = 0; sentence < live.size(); ++sentence) {
      for (int64_t i = 0; i < live[sentence]; ++i) {
        slots_.push_back(static_cast<int64_t>(sentence) * last.width + i);
        tokens_.push_back(last.tokens[static_cast<std::size_t>(slots_.back())]);
      }
    }
    steps_->step(tokens_, slots_);
  }

  // logits: of one row, which they are no longer afterwards
  void choose(float* logits, int64_t slot, const BestTokensWanted& wanted, BestTokens& best) const {
    const int64_t vocab_size = model_->output.outputs();
    const float sum = log_sum_exp(logits, vocab_size);
    wanted.edits.apply_to_row(slot, wanted.never, sum, std::span(logits, static_cast<std::size_t>(vocab_size)));
    float* log_probs = best.log_probs.data() + slot * wanted.count;
    best_of_row(logits, vocab_size, wanted.count, log_probs, best.tokens.data() + slot * wanted.count);
    for (int64_t i = 0; i < wanted.count; ++i) log_probs[i] -= sum;
  }

  std::shared_ptr<const InferenceModel> model_;
  EncodedSentences encoded_;  // until the first step, which knows how many hypotheses a sentence may have
  std::optional<int64_t> attention_layer_;
  GuidedHeads heads_;
  std::optional<DecoderSteps> steps_;
  std::vector<int64_t> tokens_, slots_, live_;  // of the newest step
  Buffer logits_;
};

}  // namespace

InferenceDecoding::InferenceDecoding(std::shared_ptr<const InferenceModel> model, const AligningAttention& attention,
                                     const SpecialIds& source_ids, const SpecialIds& target_ids)
    : model_(std::move(model)), attention_(attention), source_eos_(source_ids.eos), target_bos_(target_ids.bos) {}

NextTokenModel InferenceDecoding::start(const std::vector<std::vector<int32_t>>& sources, bool with_attention) const {
  std::vector<std::vector<int64_t>> sentences;
  for (const auto& source : sources) sentences.push_back(with_end_mark(source, source_eos_));
  const auto layer = with_attention ? std::optional(attention_.layer) : std::nullopt;
  const auto steps = std::make_shared<InferenceSteps>(model_, encode(*model_, sentences), layer, attention_.heads);
  return {.vocab_size = model_->output.outputs(),
          .log_probs = [steps](const LastTokens& last, float* to) { steps->log_probs(last, to); },
          .select = [steps](auto rows, auto left) { steps->select(rows, left); },
          .attention = [steps] { return steps->attention(); },
          .best = [steps](const LastTokens& last, const BestTokensWanted& wanted,
                          BestTokens& best) { steps->best(last, wanted, best); }};
}

std::vector<Alignment> InferenceDecoding::align(const std::vector<EncodedPair>& pairs, int64_t batch_tokens) const {
  std::vector<Alignment> alignments(pairs.size());
  const auto plan = batches_by_length(pair_lengths(pairs), batch_tokens);
  for (int64_t batch = 0; batch < plan.size(); ++batch) {
    std::vector<EncodedPair> members;
    for (const int64_t pair : plan[batch]) members.push_back(pairs[static_cast<std::size_t>(pair)]);
    const auto places = attended(members);
    for (std::size_t i = 0; i < members.size(); ++i) {
      alignments[static_cast<std::size_t>(plan[batch][i])] = alignment_of(members[i], places[i]);
    }
  }
  return alignments;
}

// Where each target piece looks most, of each pair.
std::vector<std::vector<int64_t>> InferenceDecoding::attended(const std::vector<EncodedPair>& pairs) const {
  std::vector<std::vector<int64_t>> sentences, places(pairs.size());
  std::size_t longest = 0;
  for (const auto& pair : pairs) {
    sentences.push_back(with_end_mark(pair.source, source_eos_));
    longest = std::max(longest, pair.target.size());
  }
  DecoderSteps steps(model_, encode(*model_, sentences), /*width=*/1, attention_.layer);
  const int64_t heads = model_->target.shape.num_heads, width = steps.most_pieces();
  for (std::size_t place = 0; place < longest; ++place) {
    std::vector<int64_t> tokens, slots;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto& target = pairs[i].target;
      if (place >= target.size()) continue;
      slots.push_back(static_cast<int64_t>(i));
      tokens.push_back(place == 0 ? target_bos_ : int64_t{target[place - 1]});
    }
    steps.step(tokens, slots);
    const auto weights = of_heads(steps.attention(), heads, width, attention_.heads);
    for (const int64_t i : slots) {
      const auto row = std::span(weights).subspan(static_cast<std::size_t>(i * width), static_cast<std::size_t>(width));
      places[static_cast<std::size_t>(i)].push_back(std::ranges::max_element(row) - row.begin());
    }
  }
  return places;
}

}  // namespace tfm
