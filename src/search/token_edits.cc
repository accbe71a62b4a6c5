#include "search/token_edits.h"

#include <ATen/ATen.h>

#include <limits>

namespace tfm {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

at::Tensor places_on(const std::vector<int64_t>& places, at::Device device) {
  return at::tensor(places, at::kLong).to(device);
}

}  // namespace

void TokenEdits::start_row(int64_t row) {
  row_ = row;
  settled_ = false;
}

void TokenEdits::forbid(int64_t token) {
  if (!settled_) forbidden_.push_back(place(token));
}

void TokenEdits::allow_only(int64_t token) {
  if (settled_) return;
  settled_ = true;
  settled_rows_.push_back(row_);
  allowed_.push_back(place(token));
  scales_.erase(place(token));
}

void TokenEdits::scale(int64_t token, double factor) {
  if (!settled_) scales_.try_emplace(place(token), 1.0).first->second *= factor;
}

double TokenEdits::factor(int64_t row, int64_t token) const {
  if (scales_.empty()) return 1.0;
  const auto found = scales_.find(row * vocab_size_ + token);
  return found == scales_.end() ? 1.0 : found->second;
}

void TokenEdits::apply(const at::Tensor& log_probs, const at::Tensor& never) const {
  const auto allowed = allowed_values(log_probs);
  if (never.defined()) log_probs.index_fill_(-1, never, kNever);
  if (!forbidden_.empty()) log_probs.view({-1}).index_fill_(0, places_on(forbidden_, log_probs.device()), kNever);
  if (!scales_.empty()) apply_scales(log_probs);
  if (!allowed_.empty()) apply_allowed(log_probs, allowed);
}

at::Tensor TokenEdits::allowed_values(const at::Tensor& log_probs) const {
  if (allowed_.empty()) return {};
  return log_probs.view({-1}).index_select(0, places_on(allowed_, log_probs.device()));
}

void TokenEdits::apply_scales(const at::Tensor& log_probs) const {
  std::vector<int64_t> places;
  std::vector<float> factors;
  for (const auto& [where, factor] : scales_) {
    places.push_back(where);
    factors.push_back(static_cast<float>(factor));
  }
  const auto index = places_on(places, log_probs.device());
  const auto flat = log_probs.view({-1});
  const auto scaled = flat.index_select(0, index) * at::tensor(factors).to(log_probs.device());
  flat.index_copy_(0, index, scaled);
}

void TokenEdits::apply_allowed(const at::Tensor& log_probs, const at::Tensor& values) const {
  log_probs.view({-1, vocab_size_}).index_fill_(0, places_on(settled_rows_, log_probs.device()), kNever);
  log_probs.view({-1}).index_copy_(0, places_on(allowed_, log_probs.device()), values);
}

}  // namespace tfm
