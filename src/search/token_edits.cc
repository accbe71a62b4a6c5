#include "search/token_edits.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <limits>

namespace tfm {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

// Places in the flat tensor, [rows * V].
struct FlatPlaces {
  std::vector<int64_t> forbidden, scaled, settled_rows, allowed;
  std::vector<float> factors;
};

at::Tensor places_on(const std::vector<int64_t>& places, at::Device device) {
  return at::tensor(places, at::kLong).to(device);
}

}  // namespace

void TokenEdits::start_row(int64_t row) {
  rows_.push_back({.number = row});
  const auto number = static_cast<std::size_t>(row);
  if (place_of_row_.size() <= number) place_of_row_.resize(number + 1, 0);
  place_of_row_[number] = rows_.size();
}

void TokenEdits::forbid(int64_t token) {
  if (!row_is_settled()) rows_.back().forbidden.push_back(token);
}

void TokenEdits::allow_only(int64_t token) {
  if (!row_is_settled()) rows_.back() = {.number = rows_.back().number, .only = token};
}

void TokenEdits::scale(int64_t token, double factor) {
  if (!row_is_settled()) rows_.back().scales.try_emplace(token, 1.0).first->second *= factor;
}

const TokenEdits::Row* TokenEdits::find(int64_t number) const {
  const auto i = static_cast<std::size_t>(number);
  return i < place_of_row_.size() && place_of_row_[i] > 0 ? &rows_[place_of_row_[i] - 1] : nullptr;
}

double TokenEdits::factor(int64_t row, int64_t token) const {
  const Row* edits = find(row);
  if (edits == nullptr || edits->scales.empty()) return 1.0;
  const auto found = edits->scales.find(token);
  return found == edits->scales.end() ? 1.0 : found->second;
}

void TokenEdits::apply(const at::Tensor& log_probs, const at::Tensor& never) const {
  const int64_t vocab_size = log_probs.size(-1);
  FlatPlaces places;
  for (const Row& row : rows_) {
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
  const auto device = log_probs.device();
  const auto flat = log_probs.view({-1});
  const auto allowed = places.allowed.empty() ? at::Tensor() : flat.index_select(0, places_on(places.allowed, device));
  if (never.defined()) log_probs.index_fill_(-1, never, kNever);
  if (!places.forbidden.empty()) flat.index_fill_(0, places_on(places.forbidden, device), kNever);
  if (!places.scaled.empty()) {
    const auto index = places_on(places.scaled, device);
    flat.index_copy_(0, index, flat.index_select(0, index) * at::tensor(places.factors).to(device));
  }
  if (allowed.defined()) {
    log_probs.view({-1, vocab_size}).index_fill_(0, places_on(places.settled_rows, device), kNever);
    flat.index_copy_(0, places_on(places.allowed, device), allowed);
  }
}

void TokenEdits::apply_to_row(int64_t row, std::span<const int64_t> never, float log_sum,
                              std::span<float> logits) const {
  const auto logit = [&](int64_t token) -> float& { return logits[static_cast<std::size_t>(token)]; };
  const Row* edits = find(row);
  if (edits != nullptr && edits->only) {
    const float allowed = logit(*edits->only);
    std::ranges::fill(logits, kNever);
    logit(*edits->only) = allowed;
    return;
  }
  for (const int64_t token : never) logit(token) = kNever;
  if (edits == nullptr) return;
  for (const int64_t token : edits->forbidden) logit(token) = kNever;
  for (const auto& [token, factor] : edits->scales) {
    logit(token) = static_cast<float>(factor) * (logit(token) - log_sum) + log_sum;
  }
}

}  // namespace tfm
