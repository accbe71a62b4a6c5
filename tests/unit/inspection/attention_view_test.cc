#include "inspection/attention_view.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../file_testing.h"
#include "example_maps.h"

namespace tfm::inspection {
namespace {

using Texts = std::vector<std::string>;

TEST(AttentionPicture, HasTheSourceOnBothAxesOfTheEncoder) {
  const auto picture = picture_of(example_maps(), {.part = "encoder", .layer = 0, .head = 0});
  EXPECT_EQ(picture.title, "Encoder self-attention, layer 0, head 0");
  EXPECT_EQ(picture.queries, (Texts{"▁red", "</s>"}));
  EXPECT_EQ(picture.predictions, Texts{});
  EXPECT_EQ(picture.keys, (Texts{"▁red", "</s>"}));
}

TEST(AttentionPicture, HasTheTargetOnBothAxesOfTheDecoder) {
  const auto picture = picture_of(example_maps(), {.part = "decoder"});
  EXPECT_EQ(picture.title, "Decoder self-attention, layer 0, average of 2 heads");
  EXPECT_EQ(picture.queries, (Texts{"<s>", "▁红"}));
  EXPECT_EQ(picture.predictions, (Texts{"▁红", "</s>"}));
  EXPECT_EQ(picture.keys, (Texts{"<s>", "▁红"}));
}

TEST(AttentionPicture, LooksFromTargetToSourceInCrossAttention) {
  const auto maps = example_maps();
  const auto picture = picture_of(maps, {.part = "cross", .layer = 0, .head = 1});
  EXPECT_EQ(picture.title, "Cross-attention, layer 0, head 1");
  EXPECT_EQ(picture.queries, (Texts{"<s>", "▁红"}));
  EXPECT_EQ(picture.predictions, (Texts{"▁红", "</s>"}));
  EXPECT_EQ(picture.keys, (Texts{"▁red", "</s>"}));
  EXPECT_EQ(picture.weights, maps.maps[2].heads[1]);
}

TEST(AttentionPicture, AveragesHeads) {
  const auto picture = picture_of(example_maps(), {});
  EXPECT_FLOAT_EQ(picture.weights[0][0], 0.65F);
  EXPECT_FLOAT_EQ(picture.weights[0][1], 0.35F);
  EXPECT_FLOAT_EQ(picture.weights[1][0], 0.4F);
  EXPECT_FLOAT_EQ(picture.weights[1][1], 0.6F);
  EXPECT_FLOAT_EQ(largest_weight(picture), 0.65F);
}

TEST(AttentionPicture, KeepsZerosInTheAverage) {
  EXPECT_EQ(picture_of(example_maps(), {.part = "decoder"}).weights[0][1], 0.0F);
}

TEST(AttentionPicture, SaysWhichViewsThereAre) {
  const auto message = [](const AttentionView& view) {
    return error_message([&] { picture_of(example_maps(), view); });
  };
  EXPECT_EQ(message({.part = "both"}), "there is no \"both\" attention; the parts are encoder, decoder and cross");
  EXPECT_EQ(message({.part = "cross", .layer = 1}),
            "there is no layer 1 of cross attention; it has 1 layer, counted from 0");
  EXPECT_EQ(message({.part = "cross", .layer = 0, .head = 2}),
            "there is no head 2 in layer 0 of cross attention; it has 2 heads, counted from 0");
  EXPECT_EQ(message({.part = "cross", .layer = 0, .head = -1}),
            "there is no head -1 in layer 0 of cross attention; it has 2 heads, counted from 0");
}

TEST(Entropy, IsTheNumberOfBitsToNameAKey) {
  EXPECT_EQ(entropy_bits({1.0F, 0.0F}), 0.0);
  EXPECT_EQ(entropy_bits({0.5F, 0.5F}), 1.0);
  EXPECT_EQ(entropy_bits({0.25F, 0.25F, 0.0F, 0.25F, 0.25F}), 2.0);
  EXPECT_NEAR(entropy_bits({0.125F, 0.875F}), 0.125 * 3 - 0.875 * std::log2(0.875), 1e-12);
}

TEST(Entropy, IsNeverNegative) { EXPECT_EQ(entropy_bits({1.0000001F}), 0.0); }

}  // namespace
}  // namespace tfm::inspection
