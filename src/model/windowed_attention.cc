#include "model/windowed_attention.h"

#include <ATen/ATen.h>

#include <algorithm>

namespace tfm {
namespace {

// How the keys lie around a block of queries.
struct Blocks {
  int64_t count, size;    // how many blocks, and how many queries each has
  int64_t before, after;  // keys to the left and right of a block that it sees
  int64_t keys() const { return before + size + after; }
};

Blocks cut(int64_t length, const AttentionMask& mask) {
  constexpr int64_t kSmallest = 32;  // below it, the kernel's overhead is larger than the work saved
  const int64_t size = std::max(kSmallest, mask.window);
  return {(length + size - 1) / size, size, mask.window, mask.causal ? 0 : mask.window};
}

// N blocks. [B, H, L, K] -> [B * N, H, size, K]; the last block is filled up with zeros.
Tensor query_blocks(const Tensor& query, const Blocks& blocks) {
  const auto filled = at::constant_pad_nd(query, {0, 0, 0, blocks.count * blocks.size - query.size(2)});
  return filled.unflatten(2, {blocks.count, blocks.size}).transpose(1, 2).flatten(0, 1);
}

// What each block sees of [B, ..., L, ...] along `dim`: [B, ..., N, ..., keys] with zeros beyond both ends.
Tensor neighbourhoods(const Tensor& x, int64_t dim, const Blocks& blocks) {
  std::vector<int64_t> padding(static_cast<std::size_t>(2 * (x.dim() - dim)), 0);
  padding[padding.size() - 2] = blocks.before;
  padding[padding.size() - 1] = blocks.count * blocks.size - x.size(dim) + blocks.after;
  return at::constant_pad_nd(x, padding).unfold(dim, blocks.keys(), blocks.size);  // overlapping slices, as a view
}

// [B, H, L, K] -> [B * N, H, keys, K]
Tensor key_blocks(const Tensor& key, const Blocks& blocks) {
  return neighbourhoods(key, 2, blocks)  // [B, H, N, K, keys]
      .permute({0, 2, 1, 4, 3})
      .flatten(0, 1);
}

// Who sees whom: [B * N, 1, size, keys]. A query always sees itself, so that no row is empty.
Tensor block_mask(const AttentionMask& mask, const Tensor& query, const Blocks& blocks) {
  const auto options = at::TensorOptions(query.device()).dtype(at::kLong);
  const auto distance = at::arange(blocks.keys(), options) - blocks.before -
                        at::arange(blocks.size, options).unsqueeze(1);  // [size, keys]
  auto near = distance.abs().le(mask.window);
  if (mask.causal) near = near & distance.le(0);
  const auto real = mask.real_keys.defined()
                        ? mask.real_keys
                        : at::ones({query.size(0), query.size(2)}, options.dtype(at::kBool));  // [B, L]
  const auto seen =
      neighbourhoods(real.to(at::kByte), 1, blocks).to(at::kBool);  // [B, N, keys]; padding takes no bools
  return ((near & seen.unsqueeze(2)) | distance.eq(0)).flatten(0, 1).unsqueeze(1);
}

}  // namespace

Tensor windowed_attention(const Tensor& query, const KeyValue& memory, const AttentionMask& mask,
                          const DenseAttention& attend) {
  const auto blocks = cut(query.size(2), mask);
  const auto attended =
      attend(query_blocks(query, blocks), {key_blocks(memory.key, blocks), key_blocks(memory.value, blocks)},
             block_mask(mask, query, blocks));  // [B * N, H, size, K]
  return attended.unflatten(0, {query.size(0), blocks.count})
      .transpose(1, 2)
      .flatten(2, 3)  // [B, H, N * size, K]
      .narrow(2, 0, query.size(2));
}

}  // namespace tfm
