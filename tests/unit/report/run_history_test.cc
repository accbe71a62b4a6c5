#include "report/run_history.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "core/concat.h"

namespace tfm::report {
namespace {

std::string step_line(int64_t step, double loss, int64_t tokens, double speed) {
  return concat(R"({"event":"step","step":)", step, R"(,"loss":)", loss, R"(,"learning_rate":0.5,"gradient_norm":1.5,)",
                R"("tokens":)", tokens, R"(,"skipped_updates":3,"tokens_per_second":)", speed, R"(,"data_wait":0.1})");
}

std::string validation_line(int64_t step, double loss, double bleu, bool best) {
  return concat(R"({"event":"validation","step":)", step, R"(,"loss":)", loss, R"(,"bleu":)", bleu, R"(,"best":)",
                best ? "true" : "false", "}");
}

std::string sample_line(int64_t step, const std::string& source, const std::string& translation) {
  return concat(R"({"event":"samples","step":)", step, R"(,"sources":[")", source, R"("],"references":["r"],)",
                R"("translations":[")", translation, R"("]})");
}

TEST(RunHistory, FollowsTheStepsOfTheLog) {
  RunHistory history;
  history.add(step_line(10, 4.5, 1000, 100));
  history.add(step_line(20, 3.5, 3000, 500));
  EXPECT_EQ(history.step(), 20);
  EXPECT_EQ(history.tokens(), 3000);
  EXPECT_EQ(history.skipped_updates(), 3);
  EXPECT_DOUBLE_EQ(history.seconds(), 1000.0 / 100 + 2000.0 / 500);
  EXPECT_EQ(history.latest("loss"), 3.5);
  EXPECT_EQ(history.latest("data_wait"), std::nullopt);
  const auto& loss = history.training_curves().front();
  EXPECT_EQ(loss.name, "loss");
  ASSERT_EQ(loss.curve.points().size(), 2U);
  EXPECT_EQ(loss.curve.points()[0].mean, 4.5);
}

TEST(RunHistory, KnowsTheBestValidation) {
  RunHistory history;
  EXPECT_FALSE(history.best());
  history.add(validation_line(10, 3, 20, true));
  history.add(validation_line(20, 2, 30, true));
  history.add(validation_line(30, 1, 25, false));
  ASSERT_EQ(history.validations().size(), 3U);
  EXPECT_EQ(history.best()->step, 20);
  EXPECT_EQ(history.best()->scores[1].first, "bleu");
  EXPECT_EQ(history.best()->scores[1].second, 30.0);
  ASSERT_EQ(history.validation_curves().size(), 2U);
  EXPECT_EQ(history.validation_curves()[1].curve.points().size(), 3U);
}

TEST(RunHistory, TakesANumberThatIsNotFiniteForNone) {
  RunHistory history;
  history.add(R"({"event":"step","step":10,"loss":null,"tokens":5,"tokens_per_second":1.0})");
  history.add(R"({"event":"validation","step":10,"loss":null,"best":false})");
  EXPECT_EQ(history.latest("loss"), std::nullopt);
  EXPECT_TRUE(history.training_curves().front().curve.points().empty());
  EXPECT_EQ(history.validations().front().scores.front().second, std::nullopt);
}

TEST(RunHistory, LeavesOutTheWayThatARollbackLeft) {
  RunHistory history;
  for (int64_t step = 10; step <= 40; step += 10) {
    history.add(step_line(step, step == 40 ? 99.0 : 4.0, step * 100, 100));
    history.add(validation_line(step, 3, 20, step == 30));
    history.add(sample_line(step, "s", "t"));
  }
  history.add(R"({"event":"rollback","step":40,"to_step":20,"learning_rate_factor":0.5})");
  EXPECT_EQ(history.step(), 20);
  EXPECT_EQ(history.rollbacks(), 1);
  EXPECT_EQ(history.training_curves().front().curve.points().back().step, 20);
  EXPECT_EQ(history.validations().back().step, 30);  // the best model stays
  EXPECT_EQ(history.samples().versions.back().step, 20);
  const double seconds = history.seconds();
  history.add(step_line(30, 3.9, 3000, 100));
  EXPECT_GE(history.seconds(), seconds);
  EXPECT_EQ(history.training_curves().front().curve.points().back().mean, 3.9);
}

TEST(RunHistory, PassesOverWhatItDoesNotKnow) {
  RunHistory history;
  for (const char* line : {"", "no JSON", "[1]", "{\"step\":7}", R"({"event":"step","step":"7","loss":[]})",
                           R"({"event":"news","step":8})", R"({"event":"samples","sources":7})"}) {
    history.add(line);
  }
  EXPECT_EQ(history.step(), 8);
  EXPECT_TRUE(history.validations().empty());
  EXPECT_FALSE(history.diverged());
  history.add(R"({"event":"diverged","step":9,"skipped_updates":20})");
  EXPECT_TRUE(history.diverged());
}

TEST(RunHistory, KeepsTheFirstTheLastAndTheBestOfManyValidations) {
  RunHistory history;
  for (int64_t step = 1; step <= 5000; ++step) {
    history.add(validation_line(step, 1, 1, step <= 1234));
    history.add(sample_line(step, "s", concat("t", step)));
    ASSERT_LE(history.validations().size(), RunHistory::kMostValidations);
    ASSERT_LE(history.samples().versions.size(), RunHistory::kMostVersions);
  }
  EXPECT_EQ(history.validations().front().step, 1);
  EXPECT_EQ(history.validations().back().step, 5000);
  EXPECT_EQ(history.best()->step, 1234);
  EXPECT_EQ(history.samples().versions.front().step, 1);
  EXPECT_EQ(history.samples().versions.back().translations, std::vector<std::string>{"t5000"});
}

TEST(RunHistory, BeginsItsSamplesAnewWithAnotherValidationSet) {
  RunHistory history;
  history.add(sample_line(1, "old", "a"));
  history.add(sample_line(2, "new", "b"));
  EXPECT_EQ(history.samples().sources, std::vector<std::string>{"new"});
  ASSERT_EQ(history.samples().versions.size(), 1U);
  EXPECT_EQ(history.samples().versions.front().step, 2);
}

TEST(RunHistory, IsTheSameReadFromTheLog) {
  const ScratchFolder folder;
  put_file(folder / "log.jsonl", step_line(10, 4.5, 1000, 100) + "\n" + validation_line(10, 3, 20, true) + "\n");
  const auto history = read_run_history(folder / "log.jsonl");
  EXPECT_EQ(history.step(), 10);
  EXPECT_EQ(history.best()->step, 10);
  EXPECT_EQ(read_run_history(folder / "none").step(), 0);
}

}  // namespace
}  // namespace tfm::report
