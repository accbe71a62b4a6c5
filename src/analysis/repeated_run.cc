#include "analysis/repeated_run.h"

#include <algorithm>
#include <span>
#include <vector>

#include "analysis/characters.h"
#include "analysis/units.h"
#include "metrics/words.h"

namespace tfm::analysis {
namespace {

constexpr std::size_t kLongestPattern = 20;  // units
constexpr std::size_t kLongestWord = 20;     // letters
constexpr std::size_t kLeastTimes = 3;
constexpr std::size_t kLeastTimesOfMarks = 7;  // "......" is an ellipsis

std::vector<std::u32string_view> units_of_short_words(std::u32string_view text) {
  std::vector<std::u32string_view> result;
  for (const auto unit : units(text)) {
    if (unit.size() <= kLongestWord) {
      result.push_back(unit);
    } else {
      for (std::size_t i = 0; i < unit.size(); ++i) result.push_back(unit.substr(i, 1));
    }
  }
  return result;
}

// Units [begin, begin + length), of which the first `period` make the pattern.
struct Stretch {
  std::size_t begin = 0;
  std::size_t length = 0;
  std::size_t period = 1;
  std::size_t times() const { return length / period; }
};

std::u32string_view pattern_of(const Stretch& stretch, const std::vector<std::u32string_view>& text) {
  const auto first = text[stretch.begin], last = text[stretch.begin + stretch.period - 1];
  return {first.data(), static_cast<std::size_t>(last.data() + last.size() - first.data())};
}

bool is_repetition(const Stretch& stretch, const std::vector<std::u32string_view>& text) {
  if (stretch.times() < kLeastTimes) return false;
  if (stretch.times() >= kLeastTimesOfMarks) return true;
  const auto is_word = [](std::u32string_view unit) { return !is_mark(unit.front()); };
  return std::ranges::any_of(std::span(text).subspan(stretch.begin, stretch.period), is_word);
}

// The longest of this period.
Stretch longest_stretch(const std::vector<std::u32string_view>& text, const std::vector<uint32_t>& names,
                        std::size_t period) {
  Stretch longest{.period = period};
  std::size_t begin = 0;
  for (std::size_t i = period; i < names.size(); ++i) {
    if (names[i] != names[i - period]) begin = i - period + 1;
    const Stretch here{.begin = begin, .length = i + 1 - begin, .period = period};
    if (here.length > longest.length && is_repetition(here, text)) longest = here;
  }
  return longest;
}

}  // namespace

std::optional<RepeatedRun> repeated_run(std::u32string_view text) {
  const auto parts = units_of_short_words(text);
  metrics::WordNames namer;
  const auto names = namer.names(parts);
  Stretch longest;
  for (std::size_t period = 1; period <= std::min(kLongestPattern, names.size() / kLeastTimes); ++period) {
    const auto candidate = longest_stretch(parts, names, period);
    if (candidate.length > longest.length) longest = candidate;
  }
  if (longest.length == 0) return std::nullopt;
  return RepeatedRun{.pattern = std::u32string(pattern_of(longest, parts)),
                     .times = static_cast<int64_t>(longest.times()),
                     .share = static_cast<double>(longest.length) / static_cast<double>(parts.size())};
}

}  // namespace tfm::analysis
