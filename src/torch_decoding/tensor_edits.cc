#include "torch_decoding/tensor_edits.h"

#include <ATen/ATen.h>

#include <limits>
#include <vector>

namespace tfm {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

// Places in the flat tensor, [rows * V].
struct FlatPlaces {
  std::vector<int64_t> forbidden, scaled, settled_rows, allowed;
  std::vector<float> factors;
};

FlatPlaces places_of(const TokenEdits& edits, int64_t vocab_size) {
  FlatPlaces places;
  for (const auto& row : edits.rows()) {
    const int64_t first = row.number * vocab_size;
    for (const int64_t token : row.forbidden) places.forbidden.push_back(first + token);
    for (const auto& [token, factor] : row.scales) {
      places.scaled.push_back(first + token);
      places.factors.push_back(static_cast<float>(factor));
    }
    if (row.only) {
      places.settled_rows.push_back(row.number);
      places.allowed.push_back(first + *row.only);
    }
  }
  return places;
}

}  // namespace

void apply_edits(const TokenEdits& edits, std::span<const int64_t> never, const at::Tensor& log_probs) {
  const int64_t vocab_size = log_probs.size(-1);
  const auto places = places_of(edits, vocab_size);
  const auto on_device = [&](const std::vector<int64_t>& numbers) {
    return at::tensor(numbers, at::kLong).to(log_probs.device());
  };
  const auto flat = log_probs.view({-1});
  const auto allowed = places.allowed.empty() ? at::Tensor() : flat.index_select(0, on_device(places.allowed));
  if (!never.empty()) log_probs.index_fill_(-1, on_device({never.begin(), never.end()}), kNever);
  if (!places.forbidden.empty()) flat.index_fill_(0, on_device(places.forbidden), kNever);
  if (!places.scaled.empty()) {
    const auto index = on_device(places.scaled);
    flat.index_copy_(0, index, flat.index_select(0, index) * at::tensor(places.factors).to(log_probs.device()));
  }
  if (allowed.defined()) {
    log_probs.view({-1, vocab_size}).index_fill_(0, on_device(places.settled_rows), kNever);
    flat.index_copy_(0, on_device(places.allowed), allowed);
  }
}

}  // namespace tfm
