// What every metric is: counts of each segment that add up over a corpus, and a score that follows from the sums. That
// is all that confidence intervals and tests between systems need to know.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tfm {

// Keys and values in sacreBLEU's order, such as {"case", "mixed"}.
using SignatureFields = std::vector<std::pair<std::string, std::string>>;

class Metric {
 public:
  virtual ~Metric() = default;

  // As sacreBLEU prints it: BLEU, chrF2++, TER.
  virtual std::string name() const = 0;
  // What stands between the number of references and the version.
  virtual SignatureFields signature() const = 0;
  // The sacreBLEU whose numbers these are, or the tfm whose metric it is.
  virtual std::string version() const { return "2.6.0"; }
  virtual bool higher_is_better() const { return true; }

  virtual std::size_t num_statistics() const = 0;
  // The counts of one segment into `statistics` [num_statistics]. At least one reference. May be called by several
  // threads at once.
  virtual void count(std::string_view hypothesis, std::span<const std::string> references,
                     std::span<double> statistics) const = 0;
  virtual double score(std::span<const double> sums) const = 0;
  // What stands behind the score, as sacreBLEU prints it; mostly nothing.
  virtual std::string verbose(std::span<const double>) const { return ""; }

  // The score as NumPy computes it from float32 sums, which is what sacreBLEU resamples with. Where the result is a
  // float32 too, so are its differences.
  virtual double score_float32(std::span<const float> sums) const = 0;
  virtual bool float32_is_kept() const { return true; }
};

}  // namespace tfm
