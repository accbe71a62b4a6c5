// Products in 8 and 16 bits: each instruction set's code does the same, and rounding is all that they lose.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <vector>

#include "kernels/bfloat16_block.h"
#include "kernels/bfloat16_matrix.h"
#include "kernels/int8_block.h"
#include "kernels/int8_matrix.h"

namespace tfm {
namespace {

std::vector<int32_t> int8_sums(int64_t rows, int64_t groups, Int8Code code) {
  // The largest magnitudes are among them: where sums of 16 bits would not do.
  const auto a = at::arange(rows * groups * kInt8Group).remainder(2).mul(254).add(1).to(at::kByte).contiguous();
  const auto b =
      (at::arange(groups * kInt8PanelColumns * kInt8Group).remainder(5) - 2).sign().mul(127).to(at::kChar).contiguous();
  std::vector<int32_t> sums(static_cast<std::size_t>(rows * kInt8PanelColumns), -1);
  compute({.a = a.const_data_ptr<uint8_t>(),
           .a_row = groups * kInt8Group,
           .b = b.const_data_ptr<int8_t>(),
           .rows = rows,
           .groups = groups,
           .sums = sums.data()},
          code);
  return sums;
}

TEST(Int8Tile, SumsAreExactInEveryCode) {
  for (const auto code : {Int8Code::kAvx2, Int8Code::kAvxVnni, Int8Code::kAvx512Vnni}) {
    if (!has_int8_code(code)) continue;
    for (int64_t rows = 1; rows <= kInt8TileRows; ++rows) {
      for (const int64_t groups : {1, 3, 64}) {
        EXPECT_EQ(int8_sums(rows, groups, code), int8_sums(rows, groups, Int8Code::kPlain))
            << rows << " rows, code " << static_cast<int>(code);
      }
    }
  }
}

struct ReducedCase {
  int64_t rows, inner, columns;
  bool add, bias, relu;
};
const ReducedCase kReducedCases[] = {{1, 4, 32, false, false, false},
                                     {13, 37, 50, true, true, true},
                                     {5, 64, 7, false, true, false},
                                     {250, 33, 64, true, false, false},
                                     {2, 256, 1001, false, true, true}};

template <typename Matrix>
at::Tensor reduced_result(const Matrix& matrix, const ReducedCase& c, const at::Tensor& x, const at::Tensor& start,
                          const at::Tensor& bias) {
  auto y = start.clone();
  matrix.multiply({.data = x.const_data_ptr<float>(), .rows = c.rows, .stride = c.inner}, y.mutable_data_ptr<float>(),
                  {.add = c.add, .bias = c.bias ? bias.const_data_ptr<float>() : nullptr, .relu = c.relu});
  return y;
}

// In double, for factors that have been rounded already.
at::Tensor exact_result(const ReducedCase& c, const at::Tensor& x, const at::Tensor& weight, const at::Tensor& start,
                        const at::Tensor& bias) {
  auto y = at::mm(x.to(at::kDouble), weight.to(at::kDouble).t());
  if (c.add) y = y + start;
  if (c.bias) y = y + bias;
  return c.relu ? at::relu(y) : y;
}

template <typename Check>
void for_each_case(const Check& check) {
  at::manual_seed(7);
  for (const auto& c : kReducedCases) {
    check(c, at::randn({c.rows, c.inner}), at::randn({c.columns, c.inner}), at::randn({c.rows, c.columns}),
          at::randn({c.columns}));
  }
}

TEST(Int8Matrix, IsTheProductOfTheRoundedFactors) {
  for_each_case([](const auto& c, const auto& x, const auto& weight, const auto& start, const auto& bias) {
    LargePages pages;
    const auto rounded = round_to_int8(weight.template const_data_ptr<float>(), c.columns, c.inner);
    const auto scales = std::get<0>(x.abs().max(1, /*keepdim=*/true)) / 127.0;
    const auto rounded_x = (x / scales).round() * scales;
    const auto of_outputs = at::tensor(rounded.scales);
    const auto values = at::tensor(rounded.values, at::kChar).view({c.columns, c.inner});
    const auto rounded_weight = values.to(at::kDouble) * of_outputs.unsqueeze(1);
    const auto y = reduced_result(Int8Matrix(rounded, pages), c, x, start, bias);
    EXPECT_TRUE(y.to(at::kDouble).allclose(exact_result(c, rounded_x, rounded_weight, start, bias), 1e-4, 2e-3))
        << c.columns;  // a number between two integers may be rounded to either
    EXPECT_LT((rounded_weight - weight).abs().max().template item<double>(),
              0.501 * of_outputs.max().template item<double>());
  });
}

TEST(Int8Matrix, NothingComesOfZeros) {
  LargePages pages;
  const std::vector<float> zeros(15, 0.0F);
  const auto rounded = round_to_int8(zeros.data(), 3, 5);
  EXPECT_EQ(rounded.scales, std::vector<float>(3, 1.0F));
  auto y = at::ones({2, 3});
  const auto x = at::zeros({2, 5});
  Int8Matrix(rounded, pages)
      .multiply({.data = x.const_data_ptr<float>(), .rows = 2, .stride = 5}, y.mutable_data_ptr<float>());
  EXPECT_TRUE(y.equal(at::zeros({2, 3})));
}

TEST(Bfloat16Tile, IsTheSameInEveryCode) {
  at::manual_seed(8);
  const int64_t groups = 9;
  const auto a = at::randn({kBfloat16TileRows, 2 * groups}).to(at::kBFloat16);
  const auto b = at::randn({groups, 2 * kBfloat16PanelColumns}).to(at::kBFloat16);
  for (int64_t rows = 1; rows <= kBfloat16TileRows; ++rows) {
    const auto sums_of = [&](Bfloat16Code code) {
      auto sums = at::empty({rows, kBfloat16PanelColumns});
      compute({.a = reinterpret_cast<const uint32_t*>(a.const_data_ptr()),
               .a_row = groups,
               .b = reinterpret_cast<const uint32_t*>(b.const_data_ptr()),
               .rows = rows,
               .groups = groups,
               .sums = sums.mutable_data_ptr<float>()},
              code);
      return sums;
    };
    const auto plain = sums_of(Bfloat16Code::kPlain);
    for (const auto code : {Bfloat16Code::kAvx2, Bfloat16Code::kAvx512, Bfloat16Code::kAvx512Bf16}) {
      if (!has_bfloat16_code(code)) continue;
      EXPECT_TRUE(sums_of(code).allclose(plain, 1e-5, 1e-5)) << rows << " rows, code " << static_cast<int>(code);
    }
  }
}

TEST(Bfloat16Matrix, IsTheProductOfTheRoundedFactors) {
  for_each_case([](const auto& c, const auto& x, const auto& weight, const auto& start, const auto& bias) {
    LargePages pages;
    const auto y = reduced_result(Bfloat16Matrix(weight.template const_data_ptr<float>(), c.columns, c.inner, pages), c,
                                  x, start, bias);
    const auto expected = exact_result(c, x.to(at::kBFloat16), weight.to(at::kBFloat16), start, bias);
    EXPECT_TRUE(y.to(at::kDouble).allclose(expected, 1e-5, 1e-4)) << c.columns;
  });
}

template <typename Matrix>
void expect_columns(const Matrix& matrix, const at::Tensor& weight, double tolerance) {
  for (int64_t column = 0; column < weight.size(0); ++column) {
    auto found = at::empty({weight.size(1)});
    matrix.copy_column(column, 2.0F, found.mutable_data_ptr<float>());
    EXPECT_TRUE(found.allclose(2.0 * weight[column], tolerance, tolerance)) << column;
  }
}

TEST(ReducedMatrices, GiveTheWeightsOfAnOutput) {
  at::manual_seed(9);
  for (const auto& [to, from] : {std::pair{5, 4}, std::pair{33, 7}, std::pair{70, 32}}) {
    const auto weight = at::randn({to, from});
    const float* data = weight.const_data_ptr<float>();
    LargePages pages;
    expect_columns(PackedMatrix({.data = data, .inner = from, .columns = to, .stride = from, .transposed = true}),
                   weight, 0.0);
    expect_columns(Bfloat16Matrix(data, to, from, pages), weight.to(at::kBFloat16).to(at::kFloat), 0.0);
    const auto rounded = round_to_int8(data, to, from);
    const auto values = at::tensor(rounded.values, at::kChar).view({to, from}).to(at::kFloat);
    expect_columns(Int8Matrix(rounded, pages), values * at::tensor(rounded.scales).unsqueeze(1), 1e-7);
  }
}

}  // namespace
}  // namespace tfm
