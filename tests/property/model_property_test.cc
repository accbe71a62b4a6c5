// What must hold for any input: no position sees its future, padding changes nothing, cached decoding is full decoding.
#include <gtest/gtest.h>

#include "../unit/model/small_model.h"

namespace tfm {
namespace {

using testing::random_tokens;
using testing::small_model;
using testing::Variant;

// float32 sums in another order: a few units in the last place of values near 1.
constexpr double kTolerance = 1e-5;

class ModelProperty : public ::testing::TestWithParam<Variant> {
 protected:
  ModelProperty() : model_(small_model(GetParam().config)) {}

  Tensor decode(const Tensor& source, const Tensor& source_mask, const Tensor& target) {
    const at::NoGradGuard no_grad;
    Dropout none;
    return model_->decode(target, model_->encode({source, source_mask}, none), none);
  }

  Transformer model_;
};

TEST_P(ModelProperty, NoPositionSeesItsFuture) {
  const auto source = random_tokens(3, 6, 1), target = random_tokens(3, 9, 2);
  auto changed = target.clone();
  changed.narrow(1, 5, 4) = random_tokens(3, 4, 3);
  const auto before = decode(source, {}, target), after = decode(source, {}, changed);
  EXPECT_TRUE(before.narrow(1, 0, 5).equal(after.narrow(1, 0, 5)));
  EXPECT_FALSE(before.narrow(1, 5, 4).allclose(after.narrow(1, 5, 4)));
}

TEST_P(ModelProperty, PaddingOnEitherSideChangesNothing) {
  const auto source = random_tokens(2, 6, 4), target = random_tokens(2, 5, 5);
  const auto padding = at::zeros({2, 3}, at::kLong);
  const auto mask = at::cat({at::ones({2, 6}, at::kBool), at::zeros({2, 3}, at::kBool)}, 1);
  const auto plain = decode(source, {}, target);
  const auto padded = decode(at::cat({source, padding}, 1), mask, at::cat({target, padding}, 1));
  EXPECT_TRUE(padded.isfinite().all().item<bool>());
  EXPECT_TRUE(padded.narrow(1, 0, 5).allclose(plain, kTolerance, kTolerance));
}

TEST_P(ModelProperty, BatchMatesChangeNothing) {
  const auto source = random_tokens(4, 6, 6), target = random_tokens(4, 5, 7);
  const auto together = decode(source, {}, target);
  for (int64_t row = 0; row < 4; ++row) {
    const auto alone = decode(source.narrow(0, row, 1), {}, target.narrow(0, row, 1));
    EXPECT_TRUE(together.narrow(0, row, 1).allclose(alone, kTolerance, kTolerance)) << "row " << row;
  }
}

TEST_P(ModelProperty, CachedDecodingIsFullDecoding) {
  const at::NoGradGuard no_grad;
  constexpr int64_t kSentences = 2, kBeam = 3, kLength = 20;  // beyond the cache's first capacity
  const auto source = random_tokens(kSentences, 6, 8);
  auto mask = at::ones({kSentences, 6}, at::kBool);
  mask.index_put_({1, at::indexing::Slice(4)}, false);
  const auto target = random_tokens(kSentences * kBeam, kLength, 9).view({kSentences, kBeam, kLength});
  const auto expected =
      decode(source.repeat_interleave(kBeam, 0), mask.repeat_interleave(kBeam, 0), target.flatten(0, 1));
  Dropout none;
  auto state = model_->start_decoding(model_->encode({source, mask}, none));
  for (int64_t t = 0; t < kLength; ++t) {
    const auto states = model_->step(target.select(2, t), state);
    EXPECT_TRUE(states.flatten(0, 1).allclose(expected.select(1, t), kTolerance, kTolerance)) << "position " << t;
  }
}

TEST_P(ModelProperty, AReorderedCacheContinuesTheChosenRows) {
  const at::NoGradGuard no_grad;
  const auto source = random_tokens(3, 5, 10);
  const auto target = random_tokens(6, 4, 11).view({3, 2, 4});
  Dropout none;
  auto state = model_->start_decoding(model_->encode(source, none));
  for (int64_t t = 0; t < 3; ++t) model_->step(target.select(2, t), state);
  // Sentence 1 leaves; the hypotheses of sentence 2 change places.
  state.select(at::tensor({0, 1, 5, 4}, at::kLong), at::tensor({0, 2}, at::kLong));
  const auto last = target.select(2, 3).index_select(0, at::tensor({0, 2}, at::kLong));
  const auto states = model_->step(last, state).flatten(0, 1);
  auto rows = target.index_select(0, at::tensor({0, 2}, at::kLong)).clone();
  rows[1] = rows[1].flip(0);
  rows.select(2, 3).copy_(last);
  const auto sources = source.index_select(0, at::tensor({0, 0, 2, 2}, at::kLong));
  EXPECT_TRUE(states.allclose(decode(sources, {}, rows.flatten(0, 1)).select(1, 3), kTolerance, kTolerance));
}

// What goes wrong here first is a window, a mask or a norm without anything to look at.
TEST_P(ModelProperty, NothingIsEverNotANumber) {
  for (const auto type : {at::kFloat, at::kBFloat16}) {
    model_->to(type);
    for (const int64_t length : {1, 2, 40}) {
      const auto source = random_tokens(2, length, 12), target = random_tokens(2, std::min<int64_t>(length, 30), 13);
      auto mask = at::ones({2, length}, at::kBool);
      mask[1].narrow(0, 1, length - 1).fill_(false);
      Dropout none;
      const auto fitting = source.narrow(1, 0, std::min<int64_t>(length, 30));
      const auto states =
          model_->decode(target, model_->encode({fitting, mask.narrow(1, 0, fitting.size(1))}, none), none);
      model_->zero_grad();
      states.sum().backward();
      EXPECT_TRUE(states.isfinite().all().item<bool>()) << type << " length " << length;
      for (const auto& entry : model_->named_parameters()) {
        if (!entry.value().grad().defined()) continue;
        EXPECT_TRUE(entry.value().grad().isfinite().all().item<bool>()) << entry.key() << " " << type;
      }
    }
  }
}

TEST_P(ModelProperty, RecordedWeightsAreDistributionsOverWhatMayBeSeen) {
  const at::NoGradGuard no_grad;
  const auto source = random_tokens(2, 9, 14), target = random_tokens(2, 8, 15);
  auto mask = at::ones({2, 9}, at::kBool);
  mask[1].narrow(0, 5, 4).fill_(false);
  Dropout none;
  AttentionRecorder encoder, decoder;
  const auto encoded = model_->encode({source, mask}, none, &encoder);
  const auto states = model_->decode(target, encoded, none, &decoder);
  EXPECT_TRUE(states.equal(model_->decode(target, encoded, none)));  // looking changes nothing
  ASSERT_EQ(encoder.weights().size(), static_cast<std::size_t>(GetParam().config.encoder_layers));
  ASSERT_EQ(decoder.weights().size(), 2 * static_cast<std::size_t>(GetParam().config.decoder_layers));
  for (const auto* recorder : {&encoder, &decoder}) {
    for (const auto& weights : recorder->weights()) {
      EXPECT_TRUE(weights.sum(-1).allclose(at::ones({}), 1e-5, 1e-5));
    }
  }
  EXPECT_EQ(decoder.weights()[0].triu(1).abs().max().item<float>(), 0.0F);              // the future
  EXPECT_EQ(decoder.weights()[1][1].narrow(-1, 5, 4).abs().max().item<float>(), 0.0F);  // padding
}

// [N, D] of the real places, and the gradients of all parameters for a gradient of the states that is given.
struct PassResults {
  Tensor states, gradients;
};

DropoutRates some_of_everything(const ModelConfig& config) {
  // Within a window, a sentence in a row of its own has another number for each weight.
  const bool windowed = config.attention_window > 0 || config.encoder_window.value_or(0) > 0;
  return {.residual = 0.2, .attention = windowed ? 0.0 : 0.3, .activation = 0.1, .word = 0.1};
}

PassResults pass(Transformer& model, const Tokens& source, const Tokens& target, const Tensor& real_places) {
  model->zero_grad();
  // The same elements are dropped in either layout.
  Dropout dropout(some_of_everything(model->config()), 5);
  const auto states = model->decode(target, model->encode(source, dropout), dropout).flatten(0, 1);
  const auto real = real_places.defined() ? states.index_select(0, real_places) : states;
  real.backward(at::sin(at::arange(real.numel(), real.options())).view_as(real));
  std::vector<Tensor> gradients;
  for (const auto& parameter : model->parameters()) {
    gradients.push_back((parameter.grad().defined() ? parameter.grad() : at::zeros_like(parameter)).flatten());
  }
  return {real.detach(), at::cat(gradients)};
}

// What training computes on a CPU, against sentences in rows of their own.
TEST_P(ModelProperty, PackedSentencesGiveWhatPaddedOnesGive) {
  if (!model_->takes_packed()) GTEST_SKIP() << "additive scores";
  const auto lengths_mask = [](const std::vector<int64_t>& lengths) {
    return at::arange(lengths.front()).unsqueeze(0).lt(at::tensor(lengths, at::kLong).unsqueeze(1));
  };
  const auto source_real = lengths_mask({12, 7, 1, 12}), target_real = lengths_mask({9, 3, 9, 1});
  Tokens source(random_tokens(4, 12, 21), source_real), target(random_tokens(4, 9, 22));
  source.part = target.part = {.first = 3, .rows = 4, .all_rows = 10};
  const auto padded = pass(model_, source, target, target_real.flatten().nonzero().squeeze(1));
  target.layout.real = target_real;
  const int64_t places = target_real.sum().item<int64_t>();
  for (const auto& [source_filler, target_filler] : {std::pair<int64_t, int64_t>{0, 0}, {3, 1}}) {
    const auto in_one_row =
        pass(model_, packed(source, source_filler), packed(target, target_filler), at::arange(places));
    EXPECT_TRUE(in_one_row.states.allclose(padded.states, kTolerance, kTolerance)) << target_filler;
    EXPECT_LT((in_one_row.gradients - padded.gradients).norm().item<double>(),
              kTolerance * padded.gradients.norm().item<double>());
  }
}

// A batch is cut for want of memory, and for threads: whatever is dropped in the whole is dropped in the part.
TEST_P(ModelProperty, APartOfABatchIsComputedAsItIsInTheWhole) {
  const auto source = random_tokens(5, 12, 25), target = random_tokens(5, 9, 26);
  const auto states_of_rows = [&](int64_t first, int64_t rows) {
    const at::NoGradGuard no_grad;
    Tokens some_source(source.narrow(0, first, rows)), some_target(target.narrow(0, first, rows));
    some_source.part = some_target.part = {.first = first, .rows = rows, .all_rows = 5};
    Dropout dropout({.residual = 0.2, .attention = 0.3, .activation = 0.1, .word = 0.1}, 5);
    return model_->decode(some_target, model_->encode(some_source, dropout), dropout);
  };
  const auto whole = states_of_rows(0, 5);
  for (const auto& [first, rows] : {std::pair<int64_t, int64_t>{0, 2}, {2, 3}, {4, 1}}) {
    EXPECT_TRUE(states_of_rows(first, rows).allclose(whole.narrow(0, first, rows), kTolerance, kTolerance)) << first;
  }
}

TEST_P(ModelProperty, PackedActivationsAreRecomputedExactly) {
  if (!model_->takes_packed()) GTEST_SKIP() << "additive scores";
  const auto source = packed(random_tokens(3, 8, 23)), target = packed(random_tokens(3, 6, 24));
  const auto kept = pass(model_, source, target, {});
  model_->recompute_activations(true);
  const auto recomputed = pass(model_, source, target, {});
  EXPECT_TRUE(recomputed.states.equal(kept.states));
  EXPECT_LT((recomputed.gradients - kept.gradients).norm().item<double>(), 1e-6 * kept.gradients.norm().item<double>());
}

INSTANTIATE_TEST_SUITE_P(Variants, ModelProperty, ::testing::ValuesIn(testing::variants()),
                         [](const auto& instance) { return instance.param.name; });

}  // namespace
}  // namespace tfm
