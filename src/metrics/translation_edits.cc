#include "metrics/translation_edits.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <vector>

#include "metrics/beam_edit_distance.h"

namespace tfm::metrics {
namespace {

constexpr std::size_t kLongestShift = 10;
constexpr std::size_t kFarthestShift = 50;
constexpr int kMostCandidates = 1000;

using Words = std::vector<uint32_t>;

// Which word of the hypothesis each word of the reference is aligned with (the last one before it where it has none;
// -1: before all), and which words of either are in an edit.
struct Alignment {
  std::vector<int64_t> hypothesis_position;
  std::vector<bool> reference_is_wrong, hypothesis_is_wrong;
};

Alignment align(const std::vector<Edit>& edits) {
  Alignment alignment;
  for (const Edit edit : edits) {
    const bool wrong = edit != Edit::kNone;
    if (edit != Edit::kInsertion) alignment.hypothesis_is_wrong.push_back(wrong);
    if (edit == Edit::kDeletion) continue;
    alignment.hypothesis_position.push_back(std::ssize(alignment.hypothesis_is_wrong) - 1);
    alignment.reference_is_wrong.push_back(wrong);
  }
  return alignment;
}

bool any_wrong(const std::vector<bool>& wrong, std::size_t start, std::size_t length) {
  const auto begin = wrong.begin() + static_cast<std::ptrdiff_t>(start);
  return std::any_of(begin, begin + static_cast<std::ptrdiff_t>(length), [](bool is) { return is; });
}

// Words start .. start + length move to before the word `target`; inside of themselves they move by as many places.
Words shifted(const Words& words, std::size_t start, std::size_t length, std::size_t target) {
  Words result(words);
  const auto first = result.begin() + static_cast<std::ptrdiff_t>(start);
  const auto last = first + static_cast<std::ptrdiff_t>(length);
  if (target < start) {
    std::rotate(result.begin() + static_cast<std::ptrdiff_t>(target), first, last);
  } else {
    const std::size_t end = target > start + length ? target : std::min(target + length, words.size());
    std::rotate(first, last, result.begin() + static_cast<std::ptrdiff_t>(end));
  }
  return result;
}

// The run of `length` equal words that begins at these places.
struct Match {
  std::size_t hypothesis, reference, length;
};

// The search for the next shift.
class ShiftSearch {
 public:
  ShiftSearch(Words words, std::span<const uint32_t> reference)
      : words_(std::move(words)), reference_(reference), distance_(reference) {}

  int64_t run() {
    int64_t shifts = 0;
    while (true) {
      const auto best = best_shift();
      if (candidates_ >= kMostCandidates || !best || std::get<0>(best->rank) <= 0) break;
      words_ = best->words;
      ++shifts;
    }
    return shifts + distance_.start(words_);
  }

 private:
  struct Shift {
    // Gain, length, and with the opposite sign the places where it comes from and goes to: the greatest is the best.
    std::tuple<int64_t, int64_t, int64_t, int64_t> rank;
    Words words;
  };

  std::optional<Shift> best_shift() {
    best_.reset();
    before_ = distance_.start(words_);
    alignment_ = align(distance_.edits());
    for (std::size_t hypothesis = 0; hypothesis < words_.size(); ++hypothesis) {
      const std::size_t first = hypothesis > kFarthestShift ? hypothesis - kFarthestShift : 0;
      for (std::size_t reference = first; reference < std::min(reference_.size(), hypothesis + kFarthestShift + 1);
           ++reference) {
        if (!try_matches({hypothesis, reference, 0})) return best_;
      }
    }
    return best_;
  }

  // All lengths from one pair of places; false when the limit is met.
  bool try_matches(Match match) {
    while (match.length < kLongestShift && match.hypothesis + match.length < words_.size() &&
           match.reference + match.length < reference_.size() &&
           words_[match.hypothesis + match.length] == reference_[match.reference + match.length]) {
      ++match.length;
      if (!can_help(match)) continue;
      try_targets(match);
      if (candidates_ >= kMostCandidates) return false;
    }
    return true;
  }

  // Only what is wrong on both sides is moved, and not to where it is.
  bool can_help(const Match& match) const {
    if (!any_wrong(alignment_.hypothesis_is_wrong, match.hypothesis, match.length)) return false;
    if (!any_wrong(alignment_.reference_is_wrong, match.reference, match.length)) return false;
    const auto place = alignment_.hypothesis_position[match.reference];
    const auto start = static_cast<int64_t>(match.hypothesis);
    return place < start || place >= start + static_cast<int64_t>(match.length);
  }

  // Behind whatever the word before the match, and each word of it, is aligned with.
  void try_targets(const Match& match) {
    std::optional<std::size_t> tried;
    for (std::size_t behind = 0; behind <= match.length; ++behind) {
      const std::size_t place = match.reference + behind;  // one more than the word's
      const auto target =
          place == 0 ? std::size_t{0} : static_cast<std::size_t>(alignment_.hypothesis_position[place - 1] + 1);
      if (target == tried) continue;
      tried = target;
      try_shift(match, target);
    }
  }

  void try_shift(const Match& match, std::size_t target) {
    auto words = shifted(words_, match.hypothesis, match.length, target);
    const int64_t after = distance_.of_variant(words, std::min(match.hypothesis, target));
    ++candidates_;
    const std::tuple rank(before_ - after, static_cast<int64_t>(match.length), -static_cast<int64_t>(match.hypothesis),
                          -static_cast<int64_t>(target));
    if (!best_ || rank > best_->rank) best_ = Shift{rank, std::move(words)};
  }

  Words words_;
  std::span<const uint32_t> reference_;
  BeamEditDistance distance_;
  int64_t before_ = 0;
  Alignment alignment_;
  std::optional<Shift> best_;
  int candidates_ = 0;
};

}  // namespace

int64_t translation_edits(std::span<const uint32_t> hypothesis, std::span<const uint32_t> reference) {
  if (reference.empty()) return std::ssize(hypothesis);
  return ShiftSearch({hypothesis.begin(), hypothesis.end()}, reference).run();
}

}  // namespace tfm::metrics
