// chrF (Popović 2015) and chrF++ (Popović 2017) as sacreBLEU 2.6 computes them.
#pragma once

#include <string>
#include <vector>

#include "metrics/metric.h"

namespace tfm {

struct ChrfOptions {
  int char_order = 6;
  int word_order = 0;  // 2: chrF++
  int beta = 2;        // how many times recall weighs more than precision
  bool lowercase = false;
  bool whitespace = false;     // counts as characters
  bool eps_smoothing = false;  // as chrF++.py: every order counts, one without n-grams as nearly 0
};

class Chrf : public Metric {
 public:
  explicit Chrf(ChrfOptions options = {}) : options_(options) {}

  std::string name() const override;
  SignatureFields signature() const override;
  std::size_t num_statistics() const override;
  // Of several references the one with the best score of its own counts.
  void count(std::string_view hypothesis, std::span<const std::string> references,
             std::span<double> statistics) const override;
  double score(std::span<const double> sums) const override;
  double score_float32(std::span<const float> sums) const override;

 private:
  ChrfOptions options_;
};

// One reference for each hypothesis; 0 to 100, unrounded. UserError when the counts differ or there is nothing to
// score.
double corpus_chrf(const std::vector<std::string>& hypotheses, const std::vector<std::string>& references);

}  // namespace tfm
