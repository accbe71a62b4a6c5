#include "metrics/parting.h"

#include <cmath>

namespace tfm {
namespace {

// How badly two lines go together: 0 for lines of the same length.
double misfit(const std::string& a, const std::string& b) {
  return std::abs(std::log(static_cast<double>(a.size() + 1) / static_cast<double>(b.size() + 1)));
}

std::optional<int64_t> parting(const std::vector<std::string>& longer, const std::vector<std::string>& shorter) {
  const std::size_t surplus = longer.size() - shorter.size();
  // Line i of the shorter one goes with line i before the place, and with line i + surplus behind it.
  double behind = 0.0;
  for (std::size_t i = 0; i < shorter.size(); ++i) behind += misfit(longer[i + surplus], shorter[i]);
  double before = 0.0, best = behind;
  std::size_t place = 0;
  for (std::size_t i = 0; i < shorter.size(); ++i) {
    before += misfit(longer[i], shorter[i]);
    behind -= misfit(longer[i + surplus], shorter[i]);
    if (before + behind >= best) continue;
    best = before + behind;
    place = i + 1;
  }
  if (place == shorter.size()) return std::nullopt;  // no better than lines that are missing at the end
  return static_cast<int64_t>(place) + 1;
}

}  // namespace

std::optional<int64_t> likely_parting(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  if (a.size() == b.size() || a.empty() || b.empty()) return std::nullopt;
  return a.size() > b.size() ? parting(a, b) : parting(b, a);
}

}  // namespace tfm
