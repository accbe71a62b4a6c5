#include "metrics/beam_edit_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

#include "metrics/edit_distance.h"

namespace tfm::metrics {
namespace {

using Words = std::vector<uint32_t>;

Words random_words(std::mt19937& random, size_t below, uint32_t kinds) {
  Words words(random() % below);
  std::ranges::generate(words, [&] { return random() % kinds; });
  return words;
}

Words counted_up(size_t count) {
  Words words(count);
  std::iota(words.begin(), words.end(), 100U);
  return words;
}

TEST(BeamEditDistance, IsTheEditDistanceOfTextsShorterThanTheBeam) {
  std::mt19937 random(1);
  for (int round = 0; round < 300; ++round) {
    const Words hypothesis = random_words(random, 20, 4), reference = random_words(random, 20, 4);
    EXPECT_EQ(BeamEditDistance(reference).start(hypothesis), edit_distance(hypothesis, reference)) << round;
  }
}

TEST(BeamEditDistance, ItsEditsTurnTheHypothesisIntoTheReference) {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    const Words hypothesis = random_words(random, 20, 4), reference = random_words(random, 20, 4);
    BeamEditDistance distance(reference);
    int64_t left = distance.start(hypothesis);
    size_t i = 0, j = 0;
    for (const Edit edit : distance.edits()) {
      if (edit == Edit::kNone || edit == Edit::kSubstitution) {
        EXPECT_EQ(edit == Edit::kNone, hypothesis.at(i) == reference.at(j)) << round;
      }
      if (edit != Edit::kNone) --left;
      if (edit != Edit::kInsertion) ++i;
      if (edit != Edit::kDeletion) ++j;
    }
    EXPECT_EQ(left, 0) << round;
    EXPECT_EQ(i, hypothesis.size());
    EXPECT_EQ(j, reference.size());
  }
}

TEST(BeamEditDistance, PrefersSubstitutionToDeletionAndThatToInsertion) {
  using enum Edit;
  const Words reference = {1, 2};
  BeamEditDistance distance(reference);
  distance.start(Words{3});
  EXPECT_EQ(distance.edits(), (std::vector{kInsertion, kSubstitution}));
  distance.start(Words{2, 1});
  EXPECT_EQ(distance.edits(), (std::vector{kSubstitution, kSubstitution}));
}

TEST(BeamEditDistance, OfAVariantIsThatOfAFreshStart) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    const Words hypothesis = random_words(random, 60, 5), reference = random_words(random, 60, 5);
    if (hypothesis.empty()) continue;
    BeamEditDistance distance(reference);
    const int64_t before = distance.start(hypothesis);
    const size_t unchanged = random() % hypothesis.size();
    Words variant = hypothesis;
    std::ranges::reverse(variant.begin() + static_cast<std::ptrdiff_t>(unchanged), variant.end());
    EXPECT_EQ(distance.of_variant(variant, unchanged), BeamEditDistance(reference).start(variant)) << round;
    EXPECT_EQ(distance.of_variant(hypothesis, unchanged), before) << "the hypothesis is still there";
  }
}

// Texts of 80 words of which the last ones of the hypothesis are the first ones of the reference.
int64_t distance_of_shifted(size_t shift) {
  Words hypothesis(shift, 1), reference = counted_up(80 - shift);
  hypothesis.insert(hypothesis.end(), reference.begin(), reference.end());
  reference.resize(80, 2);
  return BeamEditDistance(reference).start(hypothesis);
}

TEST(BeamEditDistance, SeesUpTo25WordsFromTheDiagonal) {
  EXPECT_EQ(distance_of_shifted(24), 48);
  EXPECT_EQ(distance_of_shifted(25), 50);
  EXPECT_EQ(distance_of_shifted(26), 80) << "all words replaced";
}

TEST(BeamEditDistance, FindsItsWayBetweenTextsOfVeryUnequalLengths) {
  const Words many = counted_up(300), two = {many[100], many[240]}, far_from_the_diagonal = {many[10], many[290]};
  BeamEditDistance distance(many);
  EXPECT_EQ(distance.start(far_from_the_diagonal), 300);
  EXPECT_EQ(distance.start(two), 298);
  EXPECT_EQ(std::ssize(distance.edits()), 300);
  BeamEditDistance reversed(two);
  EXPECT_EQ(reversed.start(many), 298);
  EXPECT_EQ(std::ssize(reversed.edits()), 300);
}

TEST(BeamEditDistance, OfNothingIsTheLengthOfTheOther) {
  const Words words = {1, 2, 3}, none;
  EXPECT_EQ(BeamEditDistance(words).start(none), 3);
  EXPECT_EQ(BeamEditDistance(none).start(words), 3);
}

}  // namespace
}  // namespace tfm::metrics
