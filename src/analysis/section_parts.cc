#include "analysis/section_parts.h"

#include "core/concat.h"
#include "metrics/python_string.h"

namespace tfm::analysis {

std::vector<std::string> headers_with_systems(const Analysis& analysis, std::vector<std::string> first) {
  for (const auto& system : analysis.input.systems) first.push_back(escaped(system.name));
  return first;
}

std::string lead(const Analysis& analysis, std::size_t system) {
  return analysis.systems.size() == 1 ? "" : concat("<b>", escaped(analysis.input.systems[system].name), "</b>: ");
}

std::string shown_word(std::string_view word) {
  constexpr std::size_t kMost = 40;
  const auto text = metrics::decode_utf8(word);
  return concat("<bdi>", escaped(text.substr(0, kMost)), "</bdi>", text.size() > kMost ? "…" : "");
}

std::string shown_of(std::size_t shown, int64_t all) {
  const auto count = static_cast<int64_t>(shown);
  return count == all ? grouped(all) : concat(grouped(count), " of ", grouped(all));
}

}  // namespace tfm::analysis
