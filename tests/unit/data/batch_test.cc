#include "data/batch.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include "data_testing.h"

namespace tfm {
namespace {

constexpr SpecialIds kSourceIds{.pad = 0, .unk = 1, .bos = 2, .eos = 3};
constexpr SpecialIds kTargetIds{.pad = 9, .unk = 8, .bos = 7, .eos = 6};

Batch batch_of(const std::vector<PiecePair>& pairs) {
  std::vector<EncodedPair> encoded;
  for (const PiecePair& pair : pairs) encoded.push_back({pair.source, pair.target});
  return make_batch(encoded, kSourceIds, kTargetIds);
}

at::Tensor rows(std::initializer_list<std::initializer_list<int64_t>> values) {
  std::vector<at::Tensor> tensors;
  for (const auto& row : values) tensors.push_back(at::tensor(std::vector<int64_t>(row)));
  return at::stack(tensors);
}

TEST(Batch, MarksAndPadsBothSides) {
  const Batch batch = batch_of({{{11, 12}, {21}}, {{13}, {22, 23, 24}}});
  EXPECT_EQ(batch.size(), 2);
  EXPECT_TRUE(at::equal(batch.source, rows({{11, 12, 3}, {13, 3, 0}})));
  EXPECT_TRUE(at::equal(batch.target_input, rows({{7, 21, 9, 9}, {7, 22, 23, 24}})));
  EXPECT_TRUE(at::equal(batch.target_output, rows({{21, 6, 9, 9}, {22, 23, 24, 6}})));
  EXPECT_TRUE(at::equal(batch.source_mask, rows({{1, 1, 1}, {1, 1, 0}}).to(at::kBool)));
  EXPECT_TRUE(at::equal(batch.target_mask, rows({{1, 1, 0, 0}, {1, 1, 1, 1}}).to(at::kBool)));
  EXPECT_TRUE(batch.source_is_padded);
  EXPECT_TRUE(batch.target_is_padded);
  EXPECT_EQ(batch.num_source_tokens, 5);
  EXPECT_EQ(batch.num_target_tokens, 6);
}

TEST(Batch, KnowsWhenASideHasNoPadding) {
  const Batch batch = batch_of({{{11}, {21}}, {{12}, {22, 23}}});
  EXPECT_FALSE(batch.source_is_padded);
  EXPECT_TRUE(batch.target_is_padded);
  EXPECT_TRUE(batch.source_mask.all().item<bool>());
}

TEST(Batch, GivesAnEmptySideItsMarkAlone) {
  const Batch batch = batch_of({{{}, {}}});
  EXPECT_TRUE(at::equal(batch.source, rows({{3}})));
  EXPECT_TRUE(at::equal(batch.target_input, rows({{7}})));
  EXPECT_TRUE(at::equal(batch.target_output, rows({{6}})));
}

TEST(Batch, HoldsTheLinksOfItsPairs) {
  const Pieces source = {11, 12, 13}, target = {21, 22};
  const Alignment first = {{0, 0}, {2, 0}, {1, 1}}, last = {{2, 1}};
  const std::vector<EncodedPair> pairs = {{source, target, first}, {source, target}, {source, target, last}};
  const Batch batch = make_batch(pairs, kSourceIds, kTargetIds);
  EXPECT_TRUE(at::equal(batch.links.places, rows({{0, 0, 0, 2}, {0, 0, 1, 1}, {0, 2, 1, 2}})));
  EXPECT_TRUE(at::equal(batch.links.weights, at::tensor(std::vector<float>{0.5F, 0.5F, 1.0F, 1.0F})));
  EXPECT_EQ(batch.links.num_targets, 3);
  const Batch moved = batch.to(at::kMeta);
  EXPECT_TRUE(moved.links.places.is_meta());
  EXPECT_TRUE(moved.links.weights.is_meta());
}

TEST(Batch, HasNoLinksWhereNoPairHas) {
  const Batch batch = batch_of({{{11}, {21}}});
  EXPECT_TRUE(batch.links.empty());
  EXPECT_FALSE(batch.links.places.defined());
}

TEST(Batch, MovesWhole) {
  const Batch batch = batch_of({{{11, 12}, {21}}});
  const Batch moved = batch.to(at::kMeta);
  for (const at::Tensor& tensor :
       {moved.source, moved.target_input, moved.target_output, moved.source_mask, moved.target_mask}) {
    EXPECT_TRUE(tensor.is_meta());
  }
  EXPECT_EQ(moved.num_target_tokens, batch.num_target_tokens);
}

}  // namespace
}  // namespace tfm
