#include "search/length_penalty.h"

#include <charconv>
#include <cmath>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {

LengthPenalty LengthPenalty::parse(const std::string& text) {
  if (text == "none") return {Kind::kNone, 0.0};
  if (text == "average") return {Kind::kAverage, 0.0};
  double alpha = 0.0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), alpha);
  if (problem != std::errc() || end != text.data() + text.size() || !std::isfinite(alpha) || alpha < 0.0) {
    throw UserError(concat("length penalty \"", text, "\": must be none, average, or a number from 0 on"));
  }
  return {Kind::kWu, alpha};
}

double LengthPenalty::operator()(int64_t tokens) const {
  const auto n = static_cast<double>(tokens);
  switch (kind_) {
    case Kind::kNone:
      return 1.0;
    case Kind::kAverage:
      return n;
    case Kind::kWu:
      return std::pow((5.0 + n) / 6.0, alpha_);
  }
  return 1.0;
}

}  // namespace tfm
