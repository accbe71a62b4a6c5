#include "model/trace.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "small_model.h"

namespace tfm {
namespace {

using testing::random_tokens;
using testing::small_config;
using testing::small_model;

std::vector<TraceStep> trace_of(const ModelConfig& config) {
  auto model = small_model(config);
  return trace(model, random_tokens(1, 6, 1), random_tokens(1, 5, 2), random_tokens(1, 5, 3));
}

bool says(const std::vector<TraceStep>& steps, const std::string& words) {
  return std::any_of(steps.begin(), steps.end(),
                     [&](const TraceStep& step) { return step.what.find(words) != std::string::npos; });
}
bool names(const std::vector<TraceStep>& steps, const std::string& function) {
  return std::any_of(steps.begin(), steps.end(), [&](const TraceStep& step) { return step.function == function; });
}

TEST(Trace, SaysWhatTheDefaultModelDoes) {
  const auto steps = trace_of(small_config());
  EXPECT_TRUE(says(steps, "square root of d_model"));
  EXPECT_TRUE(says(steps, "sines and cosines"));
  EXPECT_TRUE(says(steps, "mean 0 and variance 1"));
  EXPECT_TRUE(names(steps, "scaled_dot_product_attention"));
  EXPECT_EQ(std::count_if(steps.begin(), steps.end(), [](const auto& step) { return step.function == "dense_mask"; }),
            1);
}

TEST(Trace, SaysNothingThatAVariantDoesNotDo) {
  auto config = small_config();
  config.scale_embeddings = false;
  config.positions = Positions::kRotary;
  config.norm_type = NormKind::kRms;
  config.attention = AttentionScore::kAdditive;
  config.encoder_window = 2;
  const auto steps = trace_of(config);
  EXPECT_FALSE(says(steps, "square root of d_model"));
  EXPECT_FALSE(says(steps, "sines and cosines"));
  EXPECT_FALSE(says(steps, "mean 0"));
  EXPECT_FALSE(names(steps, "scaled_dot_product_attention"));
  EXPECT_FALSE(names(steps, "scaled_dot_product_scores"));
  EXPECT_TRUE(says(steps, "turned by its positions"));
  // The encoder's window and the decoder's order each have a mask.
  EXPECT_EQ(std::count_if(steps.begin(), steps.end(), [](const auto& step) { return step.function == "dense_mask"; }),
            2);
}

TEST(Trace, NamesLearnedPositions) {
  auto config = small_config();
  config.positions = Positions::kLearned;
  config.max_positions = 16;
  EXPECT_TRUE(says(trace_of(config), "learned vector of each position"));
}

}  // namespace
}  // namespace tfm
