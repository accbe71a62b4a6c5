#include "commands/term_summary.h"

#include "core/concat.h"
#include "core/log.h"

namespace tfm {
namespace {

constexpr std::size_t kTermsNamed = 20;

}  // namespace

void TermSummary::add(int64_t line, const std::vector<TermResult>& terms) {
  ++lines_;
  if (!terms.empty()) ++lines_with_terms_;
  for (const auto& term : terms) {
    ++terms_;
    if (term.met) {
      ++met_;
    } else if (not_met_.size() < kTermsNamed) {
      not_met_.push_back(concat("line ", line, ": ", term.source, " is not ", term.target));
    }
  }
}

void TermSummary::log() const {
  for (const auto& term : not_met_) log::warning(term);
  const auto unnamed = terms_ - met_ - std::ssize(not_met_);
  if (unnamed > 0) log::warning(concat(unnamed, " more terms are not met (--format jsonl marks them)"));
  log::info(concat("terms: ", terms_, " in ", lines_with_terms_, " of ", lines_, " lines, ", met_, " met"));
}

}  // namespace tfm
