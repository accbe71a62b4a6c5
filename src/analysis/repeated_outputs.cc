#include "analysis/repeated_outputs.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "analysis/characters.h"
#include "analysis/ranking.h"

namespace tfm::analysis {
namespace {

struct Group {
  RepeatedOutput output{};
  std::unordered_set<std::string_view> inputs{};
};

// By output; blank ones are none.
std::unordered_map<std::string_view, Group> grouped(const std::vector<std::string>& hypotheses,
                                                    const References& references,
                                                    const std::vector<std::string>& sources) {
  std::unordered_map<std::string_view, Group> groups;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    if (is_blank(hypotheses[i])) continue;
    auto& [output, inputs] = groups.try_emplace(hypotheses[i], Group{.output = {.segment = i}}).first->second;
    ++output.segments;
    inputs.insert(sources.empty() ? references[i].front() : sources[i]);
    output.inputs = std::ssize(inputs);
  }
  return groups;
}

void find_shared(const std::unordered_map<std::string_view, Group>& groups, RepeatedOutputs& result) {
  for (const auto& [text, group] : groups) {
    if (group.output.inputs < 2) continue;
    result.shared += group.output.segments;
    result.clearest.push_back(group.output);
  }
  keep_first(result.clearest, kListed, [](const RepeatedOutput& a, const RepeatedOutput& b) {
    if (a.inputs != b.inputs) return a.inputs > b.inputs;
    return a.segment < b.segment;
  });
}

void add(int64_t& count, std::vector<std::size_t>& first, std::size_t segment) {
  if (static_cast<std::size_t>(count++) < kListed) first.push_back(segment);
}

}  // namespace

RepeatedOutputs repeated_outputs(const std::vector<std::string>& hypotheses, const References& references,
                                 const std::vector<std::string>& sources) {
  RepeatedOutputs result;
  for (std::size_t i = 0; i < hypotheses.size(); ++i) {
    const auto equals_output = [&](const std::string& text) { return text == hypotheses[i]; };
    if (is_blank(hypotheses[i])) {
      if (!std::ranges::all_of(references[i], is_blank)) add(result.empty, result.first_empty, i);
    } else if (!sources.empty() && equals_output(sources[i]) && std::ranges::none_of(references[i], equals_output)) {
      add(result.copies, result.first_copies, i);
    }
  }
  find_shared(grouped(hypotheses, references, sources), result);
  return result;
}

}  // namespace tfm::analysis
