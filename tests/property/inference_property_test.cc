// The fast decoder computes what the model does; and in it a sentence never knows who is with it, not to the last bit.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "../unit/model/small_model.h"
#include "checkpoint/weights.h"
#include "decoding/inference_decoding.h"
#include "decoding/search_translations.h"
#include "inference/decoder_steps.h"
#include "inference/source_encoder.h"
#include "inference/weight_shapes.h"
#include "torch_decoding/transformer_model.h"

namespace tfm {
namespace {

using testing::random_tokens;
using testing::small_model;
using testing::Variant;
using Sentences = std::vector<std::vector<int64_t>>;

constexpr SpecialIds kInferenceIds{.pad = 0, .unk = 1, .bos = 2, .eos = 3};
constexpr double kInferenceTolerance = 2e-5;  // float32 sums in another order

std::shared_ptr<const InferenceModel> laid_out(const Transformer& model, WeightType type = WeightType::kFloat32) {
  ModuleWeights weights(*model);
  return std::make_shared<const InferenceModel>(model->config(), model->vocabulary(), weights, type);
}

at::Tensor rows_of(const float* numbers, int64_t rows, int64_t width) {
  return at::from_blob(const_cast<float*>(numbers), {rows, width}, at::kFloat).clone();
}

// Of unlike lengths, some longer than a vector, each with its end mark.
Sentences random_sentences(int64_t count, uint64_t seed) {
  Sentences sentences;
  for (int64_t i = 0; i < count; ++i) {
    const auto tokens = random_tokens(1, 1 + (i * 5) % 13, seed + static_cast<uint64_t>(i)).contiguous();
    const auto* first = tokens.const_data_ptr<int64_t>();
    sentences.emplace_back(first, first + tokens.numel()).push_back(kInferenceIds.eos);
  }
  return sentences;
}

class InferenceProperty : public ::testing::TestWithParam<Variant> {
 protected:
  InferenceProperty() : model_(small_model(GetParam().config)), fast_(laid_out(model_)) { model_->eval(); }

  EncodedSource plainly_encoded(const std::vector<int64_t>& sentence) {
    Dropout none;
    return model_->encode(at::tensor(sentence, at::kLong).unsqueeze(0), none);
  }

  std::shared_ptr<const DecodingModel> fast_decoding(GuidedHeads heads = GuidedHeads::kAverage) const {
    return std::make_shared<InferenceDecoding>(fast_, AligningAttention{0, heads}, kInferenceIds, kInferenceIds);
  }
  std::shared_ptr<const DecodingModel> plain_decoding(GuidedHeads heads = GuidedHeads::kAverage) const {
    return std::make_shared<TransformerDecoding>(model_, AligningAttention{0, heads}, kInferenceIds, kInferenceIds);
  }

  Transformer model_;
  std::shared_ptr<const InferenceModel> fast_;
};

TEST_P(InferenceProperty, EncodesAsTheModelDoes) {
  const at::NoGradGuard no_grad;
  const auto sentences = random_sentences(5, 1);
  const auto encoded = encode(*fast_, sentences);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const int64_t width = fast_->source.shape.d_model, first = encoded.starts[i];
    const auto states = rows_of(encoded.states.get() + first * width, encoded.starts[i + 1] - first, width);
    EXPECT_TRUE(
        states.allclose(plainly_encoded(sentences[i]).states.squeeze(0), kInferenceTolerance, kInferenceTolerance))
        << i;
  }
}

at::Tensor states_of(const DecoderSteps& steps, int64_t rows, int64_t width) {
  return rows_of(steps.states(), rows, width);
}

// Hypotheses that come from others, sentences that leave, slots without a hypothesis: each hypothesis is what the model
// gives for its tokens alone.
TEST_P(InferenceProperty, StepsGiveWhatTheWholeTargetGives) {
  const at::NoGradGuard no_grad;
  const auto sentences = random_sentences(3, 2);
  DecoderSteps steps(fast_, encode(*fast_, sentences), /*width=*/3, /*attention_layer=*/0);
  struct Hypothesis {
    std::size_t sentence;
    std::vector<int64_t> tokens;
  };
  const auto check = [&](const std::vector<Hypothesis>& all) {
    const auto states = states_of(steps, std::ssize(all), fast_->target.shape.d_model);
    for (std::size_t i = 0; i < all.size(); ++i) {
      Dropout none;
      const auto whole = model_->decode(at::tensor(all[i].tokens, at::kLong).unsqueeze(0),
                                        plainly_encoded(sentences[all[i].sentence]), none);
      EXPECT_TRUE(states[static_cast<int64_t>(i)].allclose(whole.select(1, -1).squeeze(0), kInferenceTolerance,
                                                           kInferenceTolerance))
          << "hypothesis " << i << " after " << all[i].tokens.size() << " tokens";
    }
  };
  using Slots = std::vector<int64_t>;
  steps.step(Slots{2, 2, 2}, Slots{0, 3, 6});
  check({{0, {2}}, {1, {2}}, {2, {2}}});
  steps.select(Slots{0, 0, 0, 3, 3, 3, 6, 6, 6}, {});
  steps.step(Slots{5, 6, 7, 8, 9, 10, 11, 12}, Slots{0, 1, 2, 3, 4, 6, 7, 8});
  check({{0, {2, 5}}, {0, {2, 6}}, {0, {2, 7}}, {1, {2, 8}}, {1, {2, 9}}, {2, {2, 10}}, {2, {2, 11}}, {2, {2, 12}}});
  steps.select(Slots{1, 1, 0, 8, 6, 8}, Slots{0, 2});  // the second sentence is done
  steps.step(Slots{13, 14, 15, 16, 17}, Slots{0, 1, 3, 4, 5});
  check({{0, {2, 6, 13}}, {0, {2, 6, 14}}, {2, {2, 12, 15}}, {2, {2, 10, 16}}, {2, {2, 12, 17}}});
  const auto& shown = steps.attention();
  const auto weights = at::tensor(shown).view({2, 3, fast_->target.shape.num_heads, steps.most_pieces()});
  EXPECT_TRUE(weights.sum(-1).select(0, 1).allclose(at::ones({}), 1e-5, 1e-5));
  EXPECT_EQ(weights[0][2].abs().sum().item<float>(), 0.0F);  // a slot without a hypothesis
}

// So long that places become old and lose the hypotheses that left nobody behind.
TEST_P(InferenceProperty, HypothesesThatComeFromOthersKeepTheirPast) {
  const at::NoGradGuard no_grad;
  constexpr int64_t kWidth = 4, kSlots = 2 * kWidth;
  const auto sentences = random_sentences(2, 8);
  DecoderSteps steps(fast_, encode(*fast_, sentences), kWidth);
  std::vector<std::vector<int64_t>> tokens(kSlots);
  std::vector<int64_t> slots(kSlots);
  std::iota(slots.begin(), slots.end(), 0);
  auto next = random_tokens(1, 20 * kSlots, 9).flatten().contiguous();
  const auto* number = next.const_data_ptr<int64_t>();
  const int64_t length = std::min<int64_t>(14, model_->max_length());
  for (int64_t i = 0; i < length; ++i) {
    std::vector<int64_t> newest, parents;
    for (auto& of_slot : tokens) newest.push_back(of_slot.emplace_back(*number++));
    steps.step(newest, slots);
    if (i + 1 == length) break;
    // One hypothesis has most of the descendants.
    for (int64_t slot = 0; slot < kSlots; ++slot) {
      parents.push_back(slot / kWidth * kWidth + (slot % kWidth < 3 ? i % kWidth : slot % kWidth));
    }
    steps.select(parents, {});
    const auto before = tokens;
    for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
      tokens[slot] = before[static_cast<std::size_t>(parents[slot])];
    }
  }
  const auto states = states_of(steps, kSlots, fast_->target.shape.d_model);
  for (std::size_t slot = 0; slot < tokens.size(); ++slot) {
    Dropout none;
    const auto whole = model_->decode(at::tensor(tokens[slot], at::kLong).unsqueeze(0),
                                      plainly_encoded(sentences[slot / kWidth]), none);
    EXPECT_TRUE(states[static_cast<int64_t>(slot)].allclose(whole.select(1, -1).squeeze(0), kInferenceTolerance,
                                                            kInferenceTolerance))
        << slot;
  }
}

TEST_P(InferenceProperty, LongHypothesesOutgrowTheirFirstRoom) {
  const at::NoGradGuard no_grad;
  const int64_t length = std::min<int64_t>(70, model_->max_length());
  const auto sentences = random_sentences(1, 3);
  DecoderSteps steps(fast_, encode(*fast_, sentences), /*width=*/1);
  const auto tokens = random_tokens(1, length, 4).contiguous();
  const std::vector<int64_t> slot{0};
  for (int64_t i = 0; i < length; ++i) steps.step(std::span(tokens.const_data_ptr<int64_t>() + i, 1), slot);
  Dropout none;
  const auto whole = model_->decode(tokens, plainly_encoded(sentences[0]), none);
  const auto states = states_of(steps, 1, fast_->target.shape.d_model);
  EXPECT_TRUE(states[0].allclose(whole.select(1, -1).squeeze(0), kInferenceTolerance, kInferenceTolerance));
}

TEST_P(InferenceProperty, BatchMatesChangeNoBit) {
  const at::NoGradGuard no_grad;
  const auto sentences = random_sentences(9, 5);
  const auto together = encode(*fast_, sentences);
  DecoderSteps steps(fast_, together, /*width=*/2);
  std::vector<int64_t> slots(18), tokens(18);
  std::iota(slots.begin(), slots.end(), 0);
  std::iota(tokens.begin(), tokens.end(), 2);
  steps.step(tokens, slots);
  const auto states = states_of(steps, 18, fast_->target.shape.d_model);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto alone = encode(*fast_, Sentences{sentences[i]});
    const int64_t width = fast_->source.shape.d_model, rows = alone.starts.back();
    EXPECT_TRUE(rows_of(alone.states.get(), rows, width)
                    .equal(rows_of(together.states.get() + together.starts[i] * width, rows, width)))
        << i;
    DecoderSteps own(fast_, alone, /*width=*/1);
    const auto place = static_cast<int64_t>(2 * i + 1);
    own.step(std::vector<int64_t>{tokens[2 * i + 1]}, std::vector<int64_t>{0});
    EXPECT_TRUE(states_of(own, 1, fast_->target.shape.d_model)[0].equal(states[place])) << i;
  }
}

// Rounded weights give nearly the same: no part of the model is laid out in the wrong order.
TEST_P(InferenceProperty, ReducedWeightsSayNearlyTheSame) {
  const auto sentences = random_sentences(4, 7);
  const auto states_with = [&](WeightType type) {
    const auto model = laid_out(model_, type);
    DecoderSteps steps(model, encode(*model, sentences), /*width=*/1);
    const std::vector<int64_t> slots{0, 1, 2, 3};
    steps.step(std::vector<int64_t>{2, 2, 2, 2}, slots);
    steps.step(std::vector<int64_t>{4, 9, 5, 11}, slots);
    return states_of(steps, 4, model->target.shape.d_model);
  };
  const auto exact = states_with(WeightType::kFloat32);
  for (const auto type : {WeightType::kBfloat16, WeightType::kInt8}) {
    const auto difference = (states_with(type) - exact).abs().max().item<double>();
    EXPECT_GT(difference, 0.0);
    EXPECT_LT(difference, 0.06 * exact.abs().max().item<double>()) << static_cast<int>(type);
  }
}

TEST_P(InferenceProperty, ModelsHaveTheWeightsThatTheirConfigSays) {
  for (const bool shared : {true, false}) {
    const Vocabulary vocabulary{.source_size = 20, .target_size = shared ? 20 : 23, .shared = shared};
    const Transformer model(GetParam().config, vocabulary);
    WeightShapes shapes;
    for (const auto& entry : model->named_parameters()) shapes[entry.key()] = entry.value().sizes().vec();
    EXPECT_EQ(weight_shapes(GetParam().config, vocabulary), shapes);
  }
}

SearchOptions options_of_search(int64_t beam_size) {
  return {.beam_size = beam_size,
          .num_best = beam_size,
          .bos = kInferenceIds.bos,
          .eos = kInferenceIds.eos,
          .forbidden = {0, 2}};
}

void expect_same_hypotheses(const std::vector<std::vector<Hypothesis>>& fast,
                            const std::vector<std::vector<Hypothesis>>& plain) {
  ASSERT_EQ(fast.size(), plain.size());
  for (std::size_t i = 0; i < fast.size(); ++i) {
    ASSERT_EQ(fast[i].size(), plain[i].size()) << i;
    for (std::size_t j = 0; j < fast[i].size(); ++j) {
      EXPECT_EQ(fast[i][j].tokens, plain[i][j].tokens) << i << ", " << j;
      EXPECT_NEAR(fast[i][j].score, plain[i][j].score, 1e-4) << i << ", " << j;
      EXPECT_NEAR(fast[i][j].log_prob, plain[i][j].log_prob, 1e-4) << i << ", " << j;
    }
  }
}

TEST_P(InferenceProperty, SearchesFindWhatTheyFindInTheModel) {
  std::vector<std::vector<int32_t>> sources;
  std::vector<SentenceTask> tasks;
  for (const auto& sentence : random_sentences(6, 6)) {
    sources.emplace_back(sentence.begin(), sentence.end() - 1);
    tasks.push_back({.most_tokens = 9, .source_pieces = std::ssize(sources.back())});
  }
  const std::vector<EnsembleMember> fast{{fast_decoding()}}, plain{{plain_decoding()}};
  ASSERT_TRUE(fast.front().model->is_shareable() && !plain.front().model->is_shareable());
  auto with_rules = options_of_search(4), covering = options_of_search(3), sampled = options_of_search(2);
  with_rules.no_repeat_ngram = 2;
  with_rules.repetition_penalty = 1.3;
  covering.coverage_penalty = 0.4;
  sampled.sampling = SamplingOptions{};
  for (const auto& options : {options_of_search(1), options_of_search(5), with_rules, covering, sampled}) {
    expect_same_hypotheses(search_translations(fast, sources, tasks, options),
                           search_translations(plain, sources, tasks, options));
  }
}

TEST_P(InferenceProperty, AlignsAsTheModelDoes) {
  std::vector<std::vector<int32_t>> sources, targets;
  for (const auto& sentence : random_sentences(7, 11)) sources.emplace_back(sentence.begin(), sentence.end() - 1);
  for (const auto& sentence : random_sentences(9, 12)) targets.emplace_back(sentence.begin(), sentence.end() - 1);
  targets.erase(targets.begin(), targets.begin() + 2);
  targets[3].clear();  // nothing to align
  std::vector<EncodedPair> pairs;
  for (std::size_t i = 0; i < sources.size(); ++i) pairs.push_back({sources[i], targets[i]});
  std::vector<EncodedPair> reversed(pairs.rbegin(), pairs.rend());
  for (const auto heads : {GuidedHeads::kAverage, GuidedHeads::kFirst}) {
    const auto fast = fast_decoding(heads)->align(pairs, 30);
    EXPECT_EQ(fast, plain_decoding(heads)->align(pairs, 30));
    auto others = fast_decoding(heads)->align(reversed, 1000);  // in other batches
    std::ranges::reverse(others);
    EXPECT_EQ(others, fast);
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, InferenceProperty, ::testing::ValuesIn(testing::variants()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace tfm
