#include "metrics/edit_rates.h"

#include <algorithm>

#include "metrics/edit_distance.h"
#include "metrics/error_rate.h"
#include "metrics/python_string.h"
#include "metrics/words.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

std::u32string normalized(std::string_view segment, bool lowercase) {
  auto text = metrics::decode_utf8(segment);
  if (lowercase) text = tfm::lowercase(text);
  std::u32string joined;
  for (const auto word : metrics::split(text)) {
    if (!joined.empty()) joined += U' ';
    joined += word;
  }
  return joined;
}

std::vector<uint32_t> units(std::u32string_view text, EditUnit unit, metrics::WordNames& names) {
  if (unit == EditUnit::kWord) return names.names(metrics::split(text));
  return {text.begin(), text.end()};
}

SignatureFields case_field(bool lowercase) { return {{"case", lowercase ? "lc" : "mixed"}}; }

}  // namespace

SignatureFields EditRate::signature() const { return case_field(lowercase_); }
std::string EditRate::version() const { return "tfm-" TFM_VERSION; }

void EditRate::count(std::string_view hypothesis, std::span<const std::string> references,
                     std::span<double> statistics) const {
  thread_local metrics::WordNames names;
  names.clear();
  const auto own = units(normalized(hypothesis, lowercase_), unit_, names);
  double lowest = -1.0;
  for (const auto& reference : references) {
    const auto other = units(normalized(reference, lowercase_), unit_, names);
    const auto edits = static_cast<double>(metrics::edit_distance(own, other));
    const auto length = static_cast<double>(other.size());
    if (lowest >= 0.0 && metrics::error_rate(edits, length) >= lowest) continue;
    lowest = metrics::error_rate(edits, length);
    statistics[0] = edits;
    statistics[1] = length;
  }
}

double EditRate::score(std::span<const double> sums) const { return metrics::error_rate(sums[0], sums[1]); }
double EditRate::score_float32(std::span<const float> sums) const { return metrics::error_rate(sums[0], sums[1]); }

SignatureFields ExactMatch::signature() const { return case_field(lowercase_); }
std::string ExactMatch::version() const { return "tfm-" TFM_VERSION; }

void ExactMatch::count(std::string_view hypothesis, std::span<const std::string> references,
                       std::span<double> statistics) const {
  const auto own = normalized(hypothesis, lowercase_);
  const bool matches = std::ranges::any_of(
      references, [&](const std::string& reference) { return normalized(reference, lowercase_) == own; });
  statistics[0] = matches ? 1.0 : 0.0;
  statistics[1] = 1.0;
}

}  // namespace tfm
