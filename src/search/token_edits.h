// Sparse changes to the next tokens' log-probabilities, collected row by row.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace tfm {

class TokenEdits {
 public:
  struct Row {
    int64_t number = 0;
    std::vector<int64_t> forbidden{};
    std::optional<int64_t> only{};                 // where there is one, nothing else can come
    std::unordered_map<int64_t, double> scales{};  // what log-probabilities are multiplied by
  };

  // Whose log-probabilities the calls below change: sentence * W + hypothesis. Rows come in any order, each once.
  void start_row(int64_t row);
  void forbid(int64_t token);
  // Nothing else can come, whatever else forbids it: further edits of this row are of no effect.
  void allow_only(int64_t token);
  bool row_is_settled() const { return rows_.back().only.has_value(); }
  // Multiplies its log-probability, which is at most 0. factor > 0.
  void scale(int64_t token, double factor);

  // What the log-probability of the token has been multiplied by.
  double factor(int64_t row, int64_t token) const;
  const std::vector<Row>& rows() const { return rows_; }

  // Changes one row of logits, whose log-probabilities are logit - log_sum. `never`: tokens that are forbidden in all
  // rows but those with allow_only.
  void apply_to_row(int64_t row, std::span<const int64_t> never, float log_sum, std::span<float> logits) const;
  // Changes log-probabilities, [rows, V].
  void apply(std::span<const int64_t> never, int64_t vocab_size, std::span<float> log_probs) const;

 private:
  const Row* find(int64_t number) const;

  std::vector<Row> rows_;
  std::vector<std::size_t> place_of_row_;  // in rows_, from 1 on; 0: nothing is edited
};

}  // namespace tfm
