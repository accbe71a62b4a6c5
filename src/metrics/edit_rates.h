// Plain edit rates: WER over words, CER over characters, and how many segments are right as a whole. Not sacreBLEU's.
//
// Of several references the one with the lowest rate of its own counts. White space at both ends of a segment doesn't
// count, and a run of it inside is one space (which is a character).
#pragma once

#include "metrics/metric.h"

namespace tfm {

enum class EditUnit { kWord, kCharacter };

// 100 * edits (insertions, deletions, substitutions) / length of the reference; above 100 for a far too long
// hypothesis.
class EditRate : public Metric {
 public:
  EditRate(EditUnit unit, bool lowercase) : unit_(unit), lowercase_(lowercase) {}

  std::string name() const override { return unit_ == EditUnit::kWord ? "WER" : "CER"; }
  SignatureFields signature() const override;
  std::string version() const override;
  bool higher_is_better() const override { return false; }
  std::size_t num_statistics() const override { return 2; }  // edits, length of the reference
  void count(std::string_view hypothesis, std::span<const std::string> references,
             std::span<double> statistics) const override;
  double score(std::span<const double> sums) const override;
  double score_float32(std::span<const float> sums) const override;

 private:
  EditUnit unit_;
  bool lowercase_;
};

// The share of segments, in percent, that equal one of their references.
class ExactMatch : public Metric {
 public:
  explicit ExactMatch(bool lowercase) : lowercase_(lowercase) {}

  std::string name() const override { return "exact"; }
  SignatureFields signature() const override;
  std::string version() const override;
  std::size_t num_statistics() const override { return 2; }  // matches, segments
  void count(std::string_view hypothesis, std::span<const std::string> references,
             std::span<double> statistics) const override;
  double score(std::span<const double> sums) const override { return 100.0 * sums[0] / sums[1]; }
  double score_float32(std::span<const float> sums) const override { return 100.0F * sums[0] / sums[1]; }

 private:
  bool lowercase_;
};

}  // namespace tfm
