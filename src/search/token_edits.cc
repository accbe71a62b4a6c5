#include "search/token_edits.h"

#include <algorithm>
#include <limits>

namespace tfm {
namespace {

constexpr float kNever = -std::numeric_limits<float>::infinity();

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

void TokenEdits::apply(std::span<const int64_t> never, int64_t vocab_size, std::span<float> log_probs) const {
  const auto columns = static_cast<std::size_t>(vocab_size);
  for (std::size_t row = 0; row * columns < log_probs.size(); ++row) {
    apply_to_row(static_cast<int64_t>(row), never, 0.0F, log_probs.subspan(row * columns, columns));
  }
}

}  // namespace tfm
