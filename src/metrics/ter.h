// TER, the translation edit rate (Snover et al. 2006), as sacreBLEU 2.6 computes it after Tercom.
#pragma once

#include "metrics/metric.h"

namespace tfm {

struct TerOptions {
  bool normalized = false;      // punctuation is split off, XML escapes are undone; twice in references, see ter.cc
  bool no_punct = false;        // punctuation is removed
  bool asian_support = false;   // the two above treat Chinese and Japanese characters and marks as well
  bool case_sensitive = false;  // false: lower-cased
};

class Ter : public Metric {
 public:
  explicit Ter(TerOptions options = {}) : options_(options) {}

  std::string name() const override { return "TER"; }
  SignatureFields signature() const override;
  bool higher_is_better() const override { return false; }
  std::size_t num_statistics() const override { return 2; }
  // The edits to the reference that takes fewest, and the mean length of the references.
  void count(std::string_view hypothesis, std::span<const std::string> references,
             std::span<double> statistics) const override;
  double score(std::span<const double> sums) const override;
  double score_float32(std::span<const float> sums) const override;

 private:
  TerOptions options_;
};

}  // namespace tfm
