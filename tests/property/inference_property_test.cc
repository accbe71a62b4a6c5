// The fast decoder computes what the model does; and in it a sentence never knows who is with it, not to the last bit.
#include <gtest/gtest.h>

#include <numeric>

#include "../unit/model/small_model.h"
#include "decoding/transformer_steps.h"
#include "inference/decoder_steps.h"
#include "inference/source_encoder.h"

namespace tfm {
namespace {

using testing::random_tokens;
using testing::small_model;
using testing::Variant;
using Sentences = std::vector<std::vector<int64_t>>;

constexpr SpecialIds kInferenceIds{.pad = 0, .unk = 1, .bos = 2, .eos = 3};
constexpr double kInferenceTolerance = 2e-5;  // float32 sums in another order

std::vector<Variant> variants_with_inference() {
  auto all = testing::variants();
  std::erase_if(all, [](const Variant& variant) { return !InferenceModel::takes(*small_model(variant.config)); });
  return all;
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
  InferenceProperty() : model_(small_model(GetParam().config)), fast_(std::make_shared<const InferenceModel>(*model_)) {
    model_->eval();
  }

  EncodedSource plainly_encoded(const std::vector<int64_t>& sentence) {
    Dropout none;
    return model_->encode(at::tensor(sentence, at::kLong).unsqueeze(0), none);
  }

  Transformer model_;
  std::shared_ptr<const InferenceModel> fast_;
};

TEST_P(InferenceProperty, EncodesAsTheModelDoes) {
  const at::NoGradGuard no_grad;
  const auto sentences = random_sentences(5, 1);
  const auto encoded = encode(*fast_, sentences);
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    const auto states = encoded.states.narrow(0, encoded.starts[i], encoded.starts[i + 1] - encoded.starts[i]);
    EXPECT_TRUE(
        states.allclose(plainly_encoded(sentences[i]).states.squeeze(0), kInferenceTolerance, kInferenceTolerance))
        << i;
  }
}

at::Tensor states_of(const DecoderSteps& steps, int64_t rows, int64_t width) {
  return at::from_blob(const_cast<float*>(steps.states()), {rows, width}, at::kFloat).clone();
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
  const auto weights = steps.attention();  // [2, 3, H, most pieces]
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
    EXPECT_TRUE(alone.states.equal(together.states.narrow(0, together.starts[i], alone.states.size(0)))) << i;
    DecoderSteps own(fast_, alone, /*width=*/1);
    const auto place = static_cast<int64_t>(2 * i + 1);
    own.step(std::vector<int64_t>{tokens[2 * i + 1]}, std::vector<int64_t>{0});
    EXPECT_TRUE(states_of(own, 1, fast_->target.shape.d_model)[0].equal(states[place])) << i;
  }
}

// Its own weights are gone then, and what is left computes the same to the last bit.
TEST_P(InferenceProperty, AModelThatGivesUpItsWeightsSaysTheSame) {
  const at::NoGradGuard no_grad;
  const auto sentences = random_sentences(4, 7);
  for (const auto type : {WeightType::kFloat32, WeightType::kBfloat16, WeightType::kInt8}) {
    auto given_up = small_model(GetParam().config);
    const auto kept = std::make_shared<const InferenceModel>(*model_, LayingOut{.type = type});
    const auto alone = std::make_shared<const InferenceModel>(*given_up, LayingOut{.type = type, .gives_up = true});
    for (const auto& entry : given_up->named_parameters()) {
      const bool is_laid_out = entry.value().dim() == 2 && entry.key().find("position") == std::string::npos;
      EXPECT_EQ(entry.value().numel() == 0, is_laid_out) << entry.key();
    }
    DecoderSteps one(kept, encode(*kept, sentences), /*width=*/1), other(alone, encode(*alone, sentences), /*width=*/1);
    const std::vector<int64_t> slots{0, 1, 2, 3};
    for (const auto& tokens : {std::vector<int64_t>{2, 2, 2, 2}, std::vector<int64_t>{4, 9, 5, 11}}) {
      one.step(tokens, slots);
      other.step(tokens, slots);
      EXPECT_TRUE(
          states_of(one, 4, kept->target.shape.d_model).equal(states_of(other, 4, alone->target.shape.d_model)));
    }
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
  const c10::InferenceMode inference;
  std::vector<std::vector<int32_t>> sources;
  std::vector<SentenceTask> tasks;
  for (const auto& sentence : random_sentences(6, 6)) {
    sources.emplace_back(sentence.begin(), sentence.end() - 1);
    tasks.push_back({.most_tokens = 9, .source_pieces = std::ssize(sources.back())});
  }
  std::vector fast{decoding_model(model_)}, plain{plain_decoding_model(model_)};
  ASSERT_TRUE(fast.front().inference && !plain.front().inference);
  auto with_rules = options_of_search(4), covering = options_of_search(3), sampled = options_of_search(2);
  with_rules.no_repeat_ngram = 2;
  with_rules.repetition_penalty = 1.3;
  covering.coverage_penalty = 0.4;
  sampled.sampling = SamplingOptions{};
  for (const auto& options : {options_of_search(1), options_of_search(5), with_rules, covering, sampled}) {
    expect_same_hypotheses(search_translations(fast, sources, tasks, kInferenceIds, options),
                           search_translations(plain, sources, tasks, kInferenceIds, options));
  }
}

INSTANTIATE_TEST_SUITE_P(Variants, InferenceProperty, ::testing::ValuesIn(variants_with_inference()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace tfm
