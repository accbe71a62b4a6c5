// A block of a product of matrices, out of factors that are laid out for it: the innermost loops of matrix_product.h.
#pragma once

#include <cstdint>

#include "kernels/instruction_sets.h"
#include "kernels/product_steps.h"

namespace tfm {

// A tile of sums stays in registers while the inner dimension is gone through: 12 x 32 with AVX-512, 6 x 16 before.
inline constexpr int64_t kPanelColumns = 32;  // of the right factor
inline constexpr int64_t kTileRows = 12;      // of the left one

// c = a b, and what the steps make of it.
struct ProductBlock {
  // [rows, inner], each row contiguous, `a_row` apart. Or, where `a_is_packed`, groups of kTileRows rows, each
  // [inner, kTileRows], one behind the other.
  const float* a;
  int64_t a_row;
  bool a_is_packed;
  // [inner, columns] as panels of kPanelColumns columns, each [.., kPanelColumns], `b_panel` numbers apart.
  const float* b;
  int64_t b_panel;
  float* c;  // [rows, columns], rows `c_row` apart
  int64_t c_row;
  int64_t rows, inner, columns;
  ProductSteps steps;
};

// The processor must have the instruction set.
void compute(const ProductBlock& block, InstructionSet set = best_instruction_set());

// Rows [0, inner) of `from`, of `columns` numbers each, `stride` apart, as panels for ProductBlock::b; what stands
// beyond the columns is zero.
void pack_panels(const float* from, int64_t stride, int64_t inner, int64_t columns, int64_t panel, float* to);
// The same from the transposed matrix: `from` has `columns` rows of `inner` numbers.
void pack_panels_transposed(const float* from, int64_t stride, int64_t inner, int64_t columns, int64_t panel,
                            float* to);
// ProductBlock::a from its transposed matrix: `from` has `inner` rows of `rows` numbers.
void pack_tiles_transposed(const float* from, int64_t stride, int64_t rows, int64_t inner, float* to);

}  // namespace tfm
