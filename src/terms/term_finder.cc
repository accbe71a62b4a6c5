#include "terms/term_finder.h"

#include <algorithm>
#include <unordered_set>

#include "terms/word_borders.h"
#include "text/code_points.h"
#include "text/unicode.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

// Character by character, so that places stay.
std::u32string fold_case(std::u32string text) {
  for (char32_t& c : text) {
    const auto lower = lowercase(std::u32string_view(&c, 1));
    if (lower.size() == 1) c = lower.front();
  }
  return text;
}

}  // namespace

TermFinder::TermFinder(const std::vector<std::string>& terms) {
  for (std::size_t i = 0; i < terms.size(); ++i) {
    auto original = decode_utf8(collapse_white_space(terms[i]));
    auto folded = fold_case(original);
    if (folded.empty()) continue;
    if (folded == original) original.clear();
    entries_.push_back({std::move(folded), std::move(original), static_cast<int64_t>(i)});
  }
  // Those that ask for their case come first.
  std::ranges::stable_sort(entries_, [](const Entry& a, const Entry& b) {
    return a.folded != b.folded ? a.folded < b.folded : !a.original.empty() && b.original.empty();
  });
}

std::vector<int64_t> TermFinder::find(std::string_view text) const {
  const auto characters = decode_utf8(collapse_white_space(text));
  const auto folded = fold_case(characters);
  std::vector<int64_t> found;
  std::unordered_set<int64_t> seen;
  for (std::size_t begin = 0; begin < folded.size();) {
    const Entry* entry = longest_at(characters, folded, begin);
    if (entry != nullptr && seen.insert(entry->number).second) found.push_back(entry->number);
    begin += entry == nullptr ? 1 : entry->folded.size();
  }
  return found;
}

// Narrows the sorted entries to those that begin as the text does, character by character.
const TermFinder::Entry* TermFinder::longest_at(std::u32string_view text, std::u32string_view folded,
                                                std::size_t begin) const {
  const Entry* longest = nullptr;
  auto first = entries_.begin(), last = entries_.end();
  for (std::size_t length = 1; begin + length <= folded.size() && first != last; ++length) {
    const char32_t next = folded[begin + length - 1];
    // All in the range are as long as what was compared, or longer; a shorter one sorts first.
    const auto character = [length](const Entry& entry) {
      return entry.folded.size() < length ? 0 : static_cast<uint64_t>(entry.folded[length - 1]) + 1;
    };
    const auto range = std::ranges::equal_range(first, last, static_cast<uint64_t>(next) + 1, {}, character);
    first = range.begin();
    last = range.end();
    if (first == last || !stands_by_itself(text, begin, length)) continue;
    for (auto entry = first; entry != last && entry->folded.size() == length; ++entry) {
      if (!entry->original.empty() && entry->original != text.substr(begin, length)) continue;
      longest = &*entry;
      break;
    }
  }
  return longest;
}

}  // namespace tfm
