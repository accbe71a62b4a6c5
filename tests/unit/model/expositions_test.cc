// The worked examples that students learn attention from, with their numbers.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "model/attention.h"
#include "model/masked_softmax.h"

namespace tfm {
namespace {

using Sizes = std::vector<int64_t>;

// Attention as kernel regression. Of three people we know a body measure (the key) and another one (the value); of a
// fourth we know the first, 57 (the query), and guess the second: the mean of the values, each weighted by how near its
// key lies to the query.
//
//   key     value   q - k    score -(q - k)^2 / 2    exp(score)       weight = exp(score) / 1.21306133
//   51      40       6       -18                     0.0000000152     0.0000000126
//   56      43       1       -0.5                    0.6065306597     0.4999999937
//   58      48      -1       -0.5                    0.6065306597     0.4999999937
//
//   answer = 40 * 0.0000000126 + 43 * 0.4999999937 + 48 * 0.4999999937 = 45.49999993
class KernelRegression : public ::testing::Test {
 protected:
  static constexpr double kQuery = 57;
  static constexpr double kAnswer = 45.49999993, kRounding = 5e-9;
  // One sentence, one head, one query.
  const Tensor keys_ = at::tensor({51.0, 56.0, 58.0}, at::kDouble).view({1, 1, 1, 3});
  const Tensor values_ = at::tensor({40.0, 43.0, 48.0}, at::kDouble).view({1, 1, 3, 1});
  const Tensor scores_ = (kQuery - keys_).square() / -2;

  double answer(const Tensor& weights) const { return weights.matmul(values_).item<double>(); }
};

TEST_F(KernelRegression, ByHandLiesBetweenTheValuesOfTheNearestKeys) {
  const double far = std::exp(-18.0), near = std::exp(-0.5), sum = far + near + near;
  EXPECT_NEAR(sum, 1.21306133, 1e-8);
  EXPECT_NEAR(far / sum, 0.0000000126, 1e-10);
  EXPECT_NEAR(near / sum, 0.4999999937, 1e-10);
  const double guess = 40 * (far / sum) + 43 * (near / sum) + 48 * (near / sum);
  EXPECT_NEAR(guess, kAnswer, kRounding);
  EXPECT_GT(guess, 43);
  EXPECT_LT(guess, 48);
  EXPECT_GT(std::abs(guess - 40), std::max(std::abs(guess - 43), std::abs(guess - 48)));
}

TEST_F(KernelRegression, ThroughOurSoftmaxIsTheSame) {
  const auto weights = masked_softmax(scores_, {});
  const auto by_hand = at::tensor({0.0000000126, 0.4999999937, 0.4999999937}, at::kDouble);
  EXPECT_TRUE(weights.flatten().allclose(by_hand, 0, 1e-10)) << weights;
  EXPECT_NEAR(answer(weights), kAnswer, kRounding);
}

TEST_F(KernelRegression, AMaskedKeyHasNoSay) {
  auto allowed = at::ones({1, 1, 1, 3}, at::kBool);
  allowed.index_put_({0, 0, 0, 2}, false);  // of 58; 51 and 56 are left
  const auto weights = masked_softmax(scores_, allowed);
  EXPECT_EQ(weights[0][0][0][2].item<double>(), 0.0);
  const double far = std::exp(-18.0), near = std::exp(-0.5);
  EXPECT_NEAR(answer(weights), (40 * far + 43 * near) / (far + near), 1e-12);
}

// -(q - k)^2 / 2 = q k - k^2 / 2 - q^2 / 2, and the last term, the same for all keys, falls out of the softmax: the
// kernel is the dot product of the query (q, 1) and the keys (k, -k^2 / 2). Eq. 1 divides it by sqrt(2).
TEST_F(KernelRegression, IsADotProduct) {
  const auto keys = at::stack({keys_.flatten(), keys_.flatten().square() / -2}, 1).view({1, 1, 3, 2});
  const auto query = std::sqrt(2.0) * at::tensor({kQuery, 1.0}, at::kDouble).view({1, 1, 1, 2});
  EXPECT_NEAR(answer(masked_softmax(scaled_dot_product_scores(query, keys), {})), kAnswer, kRounding);
  const auto fused = scaled_dot_product_attention(query, {keys, at::cat({values_, values_}, 3)}, {});
  EXPECT_TRUE(fused.allclose(at::full_like(fused, kAnswer), 0, kRounding)) << fused;
}

// 今天天气很好 ("the weather is fine today"): a piece for each of its six characters, hence six vectors of 768 numbers,
// in three heads of 256.
class SixCharacters : public ::testing::Test {
 protected:
  static constexpr int64_t kCharacters = 6, kWidth = 768, kHeads = 3, kHeadWidth = 256;

  SixCharacters() {
    at::manual_seed(1);
    x_ = at::randn({1, kCharacters, kWidth});
  }

  // Of the numbers of head `head`.
  static Tensor part(const Tensor& x, int64_t head) { return x.narrow(-1, head * kHeadWidth, kHeadWidth); }

  void let_all_projections_be_the_identity() {
    for (auto& parameter : attention_->parameters()) parameter.copy_(at::eye(kWidth));
  }

  const at::NoGradGuard no_grad_;
  Dropout none_;
  Tensor x_;
  MultiHeadAttention attention_{AttentionOptions{
      .query_dim = kWidth, .memory_dim = kWidth, .num_heads = kHeads, .kv_heads = kHeads, .biases = false}};
};

TEST_F(SixCharacters, HaveTheseShapesAtEachStep) {
  EXPECT_EQ(attention_->query(x_).sizes(), (Sizes{1, 6, 768}));
  const auto memory = attention_->project_memory(x_);
  EXPECT_EQ(memory.key.sizes(), (Sizes{1, 3, 6, 256}));
  EXPECT_EQ(memory.value.sizes(), (Sizes{1, 3, 6, 256}));
  AttentionRecorder recorder;
  const auto together = attention_(x_, memory, AttentionMask{}, none_, &recorder);
  ASSERT_EQ(recorder.weights().size(), 1U);
  EXPECT_EQ(recorder.weights()[0].sizes(), (Sizes{1, 3, 6, 6}));  // each character's view of each, three times
  EXPECT_EQ(together.sizes(), x_.sizes());
}

TEST_F(SixCharacters, GoToTheHeadsInPiecesOf256) {
  let_all_projections_be_the_identity();
  const auto memory = attention_->project_memory(x_);
  for (int64_t head = 0; head < kHeads; ++head) {
    EXPECT_TRUE(memory.key.select(1, head).equal(part(x_, head))) << "head " << head;
    EXPECT_TRUE(memory.value.select(1, head).equal(part(x_, head))) << "head " << head;
  }
}

// Vectors so long that each character's score with itself is all that is left after the softmax: every head passes on
// what it was given, and nothing may be lost or change places on the way in and out.
TEST_F(SixCharacters, ArePutTogetherAsTheyWereSplit) {
  let_all_projections_be_the_identity();
  const auto loud = 30 * x_;
  AttentionRecorder recorder;
  const auto together = attention_(loud, attention_->project_memory(loud), AttentionMask{}, none_, &recorder);
  EXPECT_TRUE(recorder.weights()[0].equal(at::eye(kCharacters).expand({1, kHeads, kCharacters, kCharacters})));
  EXPECT_TRUE(together.equal(loud));
}

// With one head silent, its 256 numbers alone are missing.
TEST_F(SixCharacters, LoseOneThirdWithOneHead) {
  let_all_projections_be_the_identity();
  attention_->value->weight.narrow(0, kHeadWidth, kHeadWidth).zero_();  // W^V of the second head
  const auto loud = 30 * x_;
  const auto together = attention_(loud, attention_->project_memory(loud), AttentionMask{}, none_);
  EXPECT_TRUE(part(together, 0).equal(part(loud, 0)));
  EXPECT_TRUE(part(together, 1).equal(at::zeros({1, kCharacters, kHeadWidth})));
  EXPECT_TRUE(part(together, 2).equal(part(loud, 2)));
}

}  // namespace
}  // namespace tfm
