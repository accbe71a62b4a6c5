#include "search/coverage.h"

#include <ATen/ATen.h>

namespace tfm {
namespace {

// bool [N, 1, S]: the source's pieces, which stand at the beginning.
at::Tensor first_places(const std::vector<int64_t>& lengths, int64_t longest, at::Device device) {
  const auto ends = at::tensor(lengths, at::kLong).view({-1, 1, 1}).to(device);
  return at::arange(longest, at::kLong).to(device) < ends;
}

}  // namespace

void Coverage::add(const at::Tensor& attention, const std::vector<int64_t>& source_pieces) {
  looked_at_ = looked_at_.defined() ? looked_at_ + attention : attention;
  const auto pieces = first_places(source_pieces, attention.size(2), attention.device());
  const auto logs = looked_at_.clamp(kLeastCoverage, 1.0).log().masked_fill(~pieces, 0.0);
  const auto host = logs.sum(-1, /*keepdim=*/false, at::kDouble).to(at::kCPU).contiguous();  // [N, W]
  of_rows_.assign(host.const_data_ptr<double>(), host.const_data_ptr<double>() + host.numel());
}

void Coverage::select(const at::Tensor& rows, const at::Tensor& sentences) {
  const int64_t width = looked_at_.size(1), count = sentences.defined() ? sentences.size(0) : looked_at_.size(0);
  looked_at_ = looked_at_.flatten(0, 1).index_select(0, rows).view({count, width, -1});
}

}  // namespace tfm
