#include "training/validation_record.h"

#include <gtest/gtest.h>

#include <limits>

namespace tfm {
namespace {

TEST(ComparableScore, IsLargerWhereItIsBetter) {
  const ValidationScores scores{.loss = 2.5, .bleu = 20.0, .chrf = 30.0};
  EXPECT_EQ(comparable_score(scores, ValidationMetric::kLoss), -2.5);
  EXPECT_EQ(comparable_score(scores, ValidationMetric::kBleu), 20.0);
  EXPECT_EQ(comparable_score(scores, ValidationMetric::kChrf), 30.0);
  EXPECT_EQ(comparable_score({.loss = 2.5}, ValidationMetric::kBleu), -2.5);  // nothing was translated
}

TEST(NoteValidation, KeepsTheBestAndCountsThoseWithoutAGain) {
  ValidationRecord record;
  EXPECT_TRUE(note_validation(record, 10, 5.0, 0.0));
  EXPECT_TRUE(note_validation(record, 20, 6.0, 0.0));
  EXPECT_FALSE(note_validation(record, 30, 6.0, 0.0));
  EXPECT_FALSE(note_validation(record, 40, 5.5, 0.0));
  EXPECT_EQ(record.without_gain, 2);
  EXPECT_EQ(record.best_step, 20);
  EXPECT_EQ(record.newest_step, 40);
  EXPECT_EQ(record.newest_score, 5.5);
  EXPECT_TRUE(note_validation(record, 50, 6.1, 0.0));
  EXPECT_EQ(record.without_gain, 0);
}

// Small steps up are new bests, but together they must be worth the wait.
TEST(NoteValidation, AGainIsMoreThanTheThreshold) {
  ValidationRecord record;
  note_validation(record, 1, 10.0, 0.5);
  EXPECT_TRUE(note_validation(record, 2, 10.3, 0.5));
  EXPECT_EQ(record.without_gain, 1);
  EXPECT_TRUE(note_validation(record, 3, 10.6, 0.5));
  EXPECT_EQ(record.without_gain, 0);
  EXPECT_EQ(record.score_to_beat, 10.6);
}

TEST(NoteValidation, ANumberThatIsNoneIsNeverBest) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  ValidationRecord record;
  EXPECT_FALSE(note_validation(record, 1, kNan, 0.0));
  EXPECT_FALSE(record.best_step);
  EXPECT_FALSE(record.newest_score);
  EXPECT_TRUE(note_validation(record, 2, -3.0, 0.0));
  EXPECT_FALSE(note_validation(record, 3, -std::numeric_limits<double>::infinity(), 0.0));
  EXPECT_FALSE(note_validation(record, 4, kNan, 0.0));
  EXPECT_EQ(record.best_step, 2);
  EXPECT_EQ(record.without_gain, 2);
}

}  // namespace
}  // namespace tfm
