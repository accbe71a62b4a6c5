#include "metrics/ter.h"

#include <algorithm>

#include "metrics/error_rate.h"
#include "metrics/python_string.h"
#include "metrics/ter_tokenizer.h"
#include "metrics/translation_edits.h"
#include "metrics/words.h"

namespace tfm {
namespace {

// With one space between the tokens.
std::u32string tokenized(std::u32string_view line, const TerOptions& options) {
  const auto tokens = metrics::tokenize_ter(line, options);
  std::u32string text;
  for (const auto token : metrics::split(tokens)) {
    if (!text.empty()) text += U' ';
    text += token;
  }
  return text;
}

std::vector<uint32_t> hypothesis_words(std::string_view segment, const TerOptions& options, metrics::WordNames& names) {
  return names.names(metrics::split(tokenized(metrics::decode_utf8(segment), options)));
}

// sacreBLEU splits a reference twice, and the second time may split what the first one left: "dog's." becomes dog's and
// a full stop, then dog, 's and a full stop.
std::vector<uint32_t> reference_words(std::string_view segment, const TerOptions& options, metrics::WordNames& names) {
  const auto once = tokenized(metrics::decode_utf8(segment), options);
  return names.names(metrics::split(tokenized(once, options)));
}

const char* yes_or_no(bool value) { return value ? "yes" : "no"; }

}  // namespace

SignatureFields Ter::signature() const {
  return {{"case", options_.case_sensitive ? "mixed" : "lc"},
          {"tok", "tercom"},
          {"norm", yes_or_no(options_.normalized)},
          {"punct", yes_or_no(!options_.no_punct)},
          {"asian", yes_or_no(options_.asian_support)}};
}

void Ter::count(std::string_view hypothesis, std::span<const std::string> references,
                std::span<double> statistics) const {
  thread_local metrics::WordNames names;
  names.clear();
  const auto own = hypothesis_words(hypothesis, options_, names);
  int64_t fewest = INT64_MAX;
  double total_length = 0.0;
  for (const auto& reference : references) {
    const auto other = reference_words(reference, options_, names);
    fewest = std::min(fewest, metrics::translation_edits(own, other));
    total_length += static_cast<double>(other.size());
  }
  statistics[0] = static_cast<double>(fewest);
  statistics[1] = total_length / static_cast<double>(references.size());
}

double Ter::score(std::span<const double> sums) const { return metrics::error_rate(sums[0], sums[1]); }
double Ter::score_float32(std::span<const float> sums) const { return metrics::error_rate(sums[0], sums[1]); }

}  // namespace tfm
