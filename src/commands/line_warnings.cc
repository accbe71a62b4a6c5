#include "commands/line_warnings.h"

#include "core/concat.h"
#include "core/log.h"

namespace tfm {
namespace {

constexpr int64_t kLinesNamed = 20;

}  // namespace

void LineWarnings::add(const std::string& kind, int64_t line, const std::string& message) {
  const int64_t count = ++counts_[kind];
  if (count <= kLinesNamed) log::warning(concat(place_, line, ": ", message));
  if (count == kLinesNamed + 1) log::warning(concat("more lines that ", kind, " are counted, not named"));
}

void LineWarnings::summarize() const {
  for (const auto& [kind, count] : counts_) {
    if (count > kLinesNamed) log::warning(concat(count, " lines in all ", kind, advice_));
  }
}

}  // namespace tfm
