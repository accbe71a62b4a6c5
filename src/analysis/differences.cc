#include "analysis/differences.h"

#include <algorithm>

#include "analysis/shown_text.h"
#include "analysis/units.h"
#include "metrics/words.h"

namespace tfm::analysis {
namespace {

using metrics::EditKind;

// Puts the units of a text into runs, one by one.
class Runs {
 public:
  explicit Runs(std::u32string_view text) : text_(text), units_(units(text)) {}
  const std::vector<std::u32string_view>& all_units() const { return units_; }

  // White space within a run belongs to it; at the border of two it is unmarked.
  void add_unit(EditKind kind) {
    const auto unit = units_[next_++];
    const auto begin = static_cast<std::size_t>(unit.data() - text_.data());
    const bool continued = !runs_.empty() && runs_.back().kind == kind;
    append(continued ? kind : EditKind::kSame, text_.substr(end_, begin - end_));
    append(kind, unit);
    end_ = begin + unit.size();
  }

  std::vector<TextRun> finish() {
    append(EditKind::kSame, text_.substr(end_));
    return std::move(runs_);
  }

 private:
  void append(EditKind kind, std::u32string_view text) {
    if (text.empty()) return;
    if (runs_.empty() || runs_.back().kind != kind) runs_.push_back({kind, {}});
    runs_.back().text += text;
  }

  std::u32string_view text_;
  std::vector<std::u32string_view> units_;
  std::vector<TextRun> runs_;
  std::size_t next_ = 0;
  std::size_t end_ = 0;  // of what is in runs_
};

Differences differences_to(const std::string& hypothesis, const std::string& reference) {
  const auto from = shown_text(reference), to = shown_text(hypothesis);
  Runs reference_runs(from.text), hypothesis_runs(to.text);
  metrics::WordNames names;
  const auto a = names.names(reference_runs.all_units()), b = names.names(hypothesis_runs.all_units());
  Differences result{.reference_left_out = from.left_out, .hypothesis_left_out = to.left_out};
  for (const EditKind step : metrics::edit_steps(a, b)) {
    if (step != EditKind::kAdded) reference_runs.add_unit(step);
    if (step != EditKind::kRemoved) hypothesis_runs.add_unit(step);
    if (step != EditKind::kSame) ++result.edits;
  }
  result.reference = reference_runs.finish();
  result.hypothesis = hypothesis_runs.finish();
  return result;
}

}  // namespace

Differences differences(const std::string& hypothesis, std::span<const std::string> references) {
  auto closest = differences_to(hypothesis, references.front());
  for (std::size_t i = 1; i < references.size(); ++i) {
    auto candidate = differences_to(hypothesis, references[i]);
    if (candidate.edits >= closest.edits) continue;
    closest = std::move(candidate);
    closest.reference_index = i;
  }
  return closest;
}

}  // namespace tfm::analysis
