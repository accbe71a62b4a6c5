#include "operations/matrix_product.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <vector>

#include "kernels/product_block.h"

namespace tfm {
namespace {

std::vector<InstructionSet> usable_instruction_sets() {
  std::vector<InstructionSet> sets{InstructionSet::kPlain};
  if (best_instruction_set() >= InstructionSet::kAvx2) sets.push_back(InstructionSet::kAvx2);
  if (best_instruction_set() >= InstructionSet::kAvx512) sets.push_back(InstructionSet::kAvx512);
  return sets;
}

struct BlockCase {
  int64_t rows, inner, columns;
  bool packed, add, bias, relu;
};

// Small whole numbers: every sum is exact, whatever its order.
at::Tensor whole_numbers(at::IntArrayRef sizes, int64_t period) {
  int64_t count = 1;
  for (const int64_t size : sizes) count *= size;
  return (at::arange(count).remainder(period) - period / 2).to(at::kFloat).view(sizes);
}

at::Tensor block_result(const BlockCase& c, InstructionSet set) {
  const auto a = whole_numbers({c.rows, c.inner}, 7), b = whole_numbers({c.inner, c.columns}, 5);
  const auto bias = whole_numbers({c.columns}, 11);
  auto result = whole_numbers({c.rows, c.columns}, 13);
  const int64_t panel = c.inner * kPanelColumns, panels = (c.columns + kPanelColumns - 1) / kPanelColumns;
  std::vector<float> b_panels(static_cast<std::size_t>(panels * panel));
  pack_panels(b.const_data_ptr<float>(), c.columns, c.inner, c.columns, panel, b_panels.data());
  std::vector<float> tiles(static_cast<std::size_t>((c.rows + kTileRows) * c.inner));
  const auto transposed = a.t().contiguous();
  pack_tiles_transposed(transposed.const_data_ptr<float>(), c.rows, c.rows, c.inner, tiles.data());
  compute({.a = c.packed ? tiles.data() : a.const_data_ptr<float>(),
           .a_row = c.inner,
           .a_is_packed = c.packed,
           .b = b_panels.data(),
           .b_panel = panel,
           .c = result.mutable_data_ptr<float>(),
           .c_row = c.columns,
           .rows = c.rows,
           .inner = c.inner,
           .columns = c.columns,
           .steps = {.add = c.add, .bias = c.bias ? bias.const_data_ptr<float>() : nullptr, .relu = c.relu}},
          set);
  return result;
}

at::Tensor expected_result(const BlockCase& c) {
  auto sum = at::mm(whole_numbers({c.rows, c.inner}, 7), whole_numbers({c.inner, c.columns}, 5));
  if (c.add) sum += whole_numbers({c.rows, c.columns}, 13);
  if (c.bias) sum += whole_numbers({c.columns}, 11);
  return c.relu ? at::relu(sum) : sum;
}

TEST(ProductBlock, IsTheProductInEveryInstructionSet) {
  for (const auto set : usable_instruction_sets()) {
    for (const int64_t rows : {1, 2, 5, 6, 7, 11, 12, 13, 23, 24, 30}) {
      for (const int64_t columns : {1, 8, 15, 16, 17, 31, 32, 33, 64, 70}) {
        for (const bool packed : {false, true}) {
          const BlockCase c{rows, 9, columns, packed, columns % 2 == 0, rows % 2 == 0, columns > 16};
          EXPECT_TRUE(block_result(c, set).equal(expected_result(c)))
              << rows << " rows, " << columns << " columns, packed " << packed << ", set " << static_cast<int>(set);
        }
      }
    }
  }
}

// A row by itself goes another way, and what is zero in it is passed over: not a bit may differ.
TEST(ProductBlock, ARowByItselfIsWhatItIsBesideAnother) {
  at::manual_seed(10);
  for (const auto set : usable_instruction_sets()) {
    for (const double share_of_zeros : {0.0, 0.2, 0.9, 1.0}) {
      for (const int64_t columns : {1, 17, 32, 70, 128, 150, 256, 300}) {
        const int64_t inner = 67, panel = inner * kPanelColumns, panels = (columns + kPanelColumns - 1) / kPanelColumns;
        const auto a = at::randn({2, inner}) * (at::rand({1, inner}) >= share_of_zeros),
                   b = at::randn({inner, columns});
        std::vector<float> laid_out(static_cast<std::size_t>(panels * panel));
        pack_panels(b.const_data_ptr<float>(), columns, inner, columns, panel, laid_out.data());
        const auto rows = [&](int64_t count) {
          auto c = at::ones({count, columns});
          compute({.a = a.const_data_ptr<float>(),
                   .a_row = inner,
                   .a_is_packed = false,
                   .b = laid_out.data(),
                   .b_panel = panel,
                   .c = c.mutable_data_ptr<float>(),
                   .c_row = columns,
                   .rows = count,
                   .inner = inner,
                   .columns = columns,
                   .steps = {.add = true, .bias = b.const_data_ptr<float>(), .relu = false}},
                  set);
          return c;
        };
        EXPECT_TRUE(rows(1)[0].equal(rows(2)[0])) << columns << " columns, set " << static_cast<int>(set);
      }
    }
  }
}

TEST(ProductBlock, PacksATransposedMatrixAsItsCopy) {
  for (const int64_t columns : {1, 16, 32, 40, 64}) {
    for (const int64_t inner : {1, 7, 8, 19}) {
      const auto matrix = whole_numbers({inner, columns}, 1009), transposed = matrix.t().contiguous();
      const int64_t panel = inner * kPanelColumns + 3;  // panels need not follow each other closely
      std::vector<float> one(static_cast<std::size_t>(3 * panel), 0.5F), other = one;
      pack_panels(matrix.const_data_ptr<float>(), columns, inner, columns, panel, one.data());
      pack_panels_transposed(transposed.const_data_ptr<float>(), inner, inner, columns, panel, other.data());
      EXPECT_EQ(one, other) << columns << " columns, " << inner << " rows";
    }
  }
}

at::Tensor maybe_transposed(const at::Tensor& matrix, bool transposed) {
  return transposed ? matrix.t().contiguous().t() : matrix;
}

// Whoever multiplies: these shapes are beyond what is left to LibTorch on processors where we do it ourselves.
TEST(MatrixProduct, EqualsLibTorchsForFactorsEitherWayRound) {
  for (const bool left_transposed : {false, true}) {
    for (const bool right_transposed : {false, true}) {
      const auto left = maybe_transposed(whole_numbers({613, 301}, 7), left_transposed);
      const auto right = maybe_transposed(whole_numbers({301, 75}, 5), right_transposed);
      const auto bias = whole_numbers({75}, 11);
      EXPECT_TRUE(product(left, right).equal(at::mm(left, right)));
      EXPECT_TRUE(product(left, right, {.bias = bias, .relu = true}).equal(at::relu(at::mm(left, right) + bias)));
    }
  }
}

TEST(MatrixProduct, AddsToWhatIsThere) {
  const auto left = whole_numbers({128, 40}, 7), right = whole_numbers({40, 33}, 5);
  auto sum = at::ones({128, 33});
  RightFactor(right, 128).multiply(left, sum, {.add = true});
  EXPECT_TRUE(sum.equal(at::mm(left, right) + 1.0));
}

TEST(MatrixProduct, OfMatricesWithoutRowsOrInnerDimension) {
  EXPECT_EQ(product(at::empty({0, 4}), at::ones({4, 3})).sizes(), (std::vector<int64_t>{0, 3}));
  EXPECT_TRUE(product(at::empty({200, 0}), at::empty({0, 3})).equal(at::zeros({200, 3})));
}

// The loss divides its rows into slices by what memory allows: that may not change a row.
TEST(MatrixProduct, OfARowDoesNotDependOnTheOthersWhereWeMultiplyOurselves) {
  at::manual_seed(5);
  const auto left = at::randn({400, 320}), right = at::randn({320, 96});
  const RightFactor factor(right, 400);
  if (!factor.is_packed()) GTEST_SKIP() << "LibTorch multiplies on this processor";
  auto whole = at::empty({400, 96}), part = at::empty({7, 96});
  factor.multiply(left, whole);
  factor.multiply(left.narrow(0, 130, 7), part);
  EXPECT_TRUE(part.equal(whole.narrow(0, 130, 7)));
}

}  // namespace
}  // namespace tfm
