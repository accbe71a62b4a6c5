#include "engine_commands/trace_text.h"

#include <cmath>

#include "core/concat.h"
#include "core/decimal.h"
#include "engine_commands/encoded_pair.h"
#include "model/trace.h"

namespace tfm {
namespace {

constexpr int64_t kRows = 8, kColumns = 8;  // shown of each tensor
constexpr int kShownDecimals = 2;           // few enough to be nearly the same on every machine

std::string number(double value, int decimals) {
  if (std::abs(value) < 0.5 * std::pow(10.0, -decimals)) value = 0.0;  // no "-0.00"
  const auto text = decimal(value, decimals);
  return std::string(8 - std::min<std::size_t>(8, text.size()), ' ') + text;
}

std::string rows_of(const Tensor& value) {
  const int decimals = value.numel() == 1 ? 2 * kShownDecimals : kShownDecimals;
  std::string text;
  for (int64_t row = 0; row < std::min(kRows, value.size(0)); ++row) {
    text += "   ";
    for (int64_t column = 0; column < std::min(kColumns, value.size(1)); ++column) {
      text += number(value[row][column].item<double>(), decimals);
    }
    text += value.size(1) > kColumns ? "  ...\n" : "\n";
  }
  return value.size(0) > kRows ? text + "   ...\n" : text;
}

std::string joined(const std::vector<std::string>& pieces) {
  std::string text;
  for (const auto& piece : pieces) text += (text.empty() ? "" : " ") + piece;
  return text;
}

}  // namespace

std::string trace_text(LoadedModel& loaded, const std::string& source, const std::string& target) {
  const auto pair = encode_pair(loaded, source, target);
  std::string text = concat("source pieces   ", joined(pair.source_pieces), "\ndecoder input   ",
                            joined(pair.target_inputs), "\nto be predicted ", joined(pair.target_outputs), "\n");
  int number_of_step = 0;
  for (const auto& step : trace(loaded.model, pair.batch.source, pair.batch.target_input, pair.batch.target_output)) {
    text += concat("\n", ++number_of_step, ". ", step.function, ": ", step.what, " [", step.value.size(0), ", ",
                   step.value.size(1), "]\n", rows_of(step.value.to(at::kCPU)));
  }
  return text;
}

}  // namespace tfm
