#include "analysis/final_marks.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "analysis/characters.h"
#include "analysis/ranking.h"
#include "metrics/python_string.h"

namespace tfm::analysis {
namespace {

constexpr std::size_t kChangesListed = 10;

std::u32string final_mark(const std::string& line) {
  const auto text = metrics::decode_utf8(line);
  const auto visible = metrics::strip_right(text);
  if (visible.empty() || !is_mark(visible.back())) return {};
  return {visible.back()};
}

}  // namespace

FinalMarks final_marks(const std::vector<std::string>& hypotheses, const References& references) {
  FinalMarks result;
  std::map<std::pair<std::u32string, std::u32string>, int64_t> changes;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (is_blank(hypotheses[i])) continue;
    const auto own = final_mark(hypotheses[i]);
    const auto ends_alike = [&](const std::string& reference) { return final_mark(reference) == own; };
    if (std::ranges::any_of(references[i], ends_alike)) continue;
    ++result.differing;
    ++changes[{final_mark(references[i].front()), own}];
  }
  for (const auto& [marks, segments] : changes) result.frequent.push_back({marks.first, marks.second, segments});
  keep_first(result.frequent, kChangesListed, [](const FinalMarkChange& a, const FinalMarkChange& b) {
    if (a.segments != b.segments) return a.segments > b.segments;
    return std::tie(a.reference, a.hypothesis) < std::tie(b.reference, b.hypothesis);
  });
  return result;
}

}  // namespace tfm::analysis
