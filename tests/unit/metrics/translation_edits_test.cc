#include "metrics/translation_edits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "metrics/edit_distance.h"

namespace tfm::metrics {
namespace {

using Words = std::vector<uint32_t>;

Words counted_up(size_t count) {
  Words words(count);
  std::iota(words.begin(), words.end(), 1U);
  return words;
}

// The first `length` of so many different words come last in the other text.
int64_t edits_of_moved(size_t words, size_t length) {
  const Words reference = counted_up(words);
  Words hypothesis = reference;
  std::ranges::rotate(hypothesis, hypothesis.begin() + static_cast<std::ptrdiff_t>(length));
  return translation_edits(hypothesis, reference);
}

TEST(TranslationEdits, AreNoneForEqualTexts) {
  EXPECT_EQ(translation_edits(Words{1, 2, 3}, Words{1, 2, 3}), 0);
  EXPECT_EQ(translation_edits({}, {}), 0);
}

TEST(TranslationEdits, CountWordsInsertedDeletedAndReplaced) {
  EXPECT_EQ(translation_edits(Words{1, 9, 3}, Words{1, 2, 3}), 1);
  EXPECT_EQ(translation_edits(Words{1, 3}, Words{1, 2, 3}), 1);
  EXPECT_EQ(translation_edits(Words{1, 2, 2, 3}, Words{1, 2, 3}), 1);
  EXPECT_EQ(translation_edits({}, Words{1, 2}), 2);
  EXPECT_EQ(translation_edits(Words{1, 2}, {}), 2);
}

TEST(TranslationEdits, CountTheMoveOfARunOnce) {
  EXPECT_EQ(edits_of_moved(8, 3), 1);
  EXPECT_EQ(edits_of_moved(20, 10), 1);
  EXPECT_EQ(translation_edits(Words{4, 5, 1, 2, 3, 9}, Words{1, 2, 3, 4, 5, 6}), 2) << "a move and a replaced word";
}

TEST(TranslationEdits, CountEachOfSeveralMoves) {
  EXPECT_EQ(translation_edits(Words{2, 1, 3, 4, 5, 6, 8, 7}, Words{1, 2, 3, 4, 5, 6, 7, 8}), 2);
}

// Either half is longer than a shift may be: two shifts, or what they come to.
TEST(TranslationEdits, MoveAtMostTenWordsAtOnce) {
  EXPECT_EQ(edits_of_moved(22, 10), 1);
  EXPECT_EQ(edits_of_moved(22, 11), 2);
}

TEST(TranslationEdits, MoveAtMostFiftyPlaces) {
  EXPECT_EQ(edits_of_moved(51, 1), 1);
  EXPECT_EQ(edits_of_moved(52, 1), 2) << "deleted here and inserted there";
}

TEST(TranslationEdits, AreNeverMoreThanTheEditDistance) {
  std::mt19937 random(1);
  const auto words = [&] {
    Words result(random() % 15);
    std::ranges::generate(result, [&] { return random() % 6; });
    return result;
  };
  for (int round = 0; round < 300; ++round) {
    const Words hypothesis = words(), reference = words();
    const int64_t edits = translation_edits(hypothesis, reference);
    EXPECT_LE(edits, edit_distance(hypothesis, reference)) << round;
    EXPECT_EQ(edits == 0, hypothesis == reference) << round;
  }
}

}  // namespace
}  // namespace tfm::metrics
