#include "report/run_report.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "core/files.h"

namespace tfm::report {
namespace {

const char* const kStep = R"({"event":"step","step":50,"loss":4.5,"tokens":100,"tokens_per_second":10.0})";
const char* const kValidation = R"({"event":"validation","step":60,"loss":2.0,"best":true})";

bool has(const std::string& html, const std::string& part) { return html.find(part) != std::string::npos; }

RunFacts some_facts() { return {.name = "demo", .config = {}, .model = "a model", .environment = {}}; }

class RunReportTest : public ::testing::Test {
 protected:
  std::string page() const { return read_file(folder_ / "report.html"); }

  ScratchFolder folder_;
  RunReport report_{folder_.path(), some_facts()};
};

TEST_F(RunReportTest, IsThereFromTheStart) {
  report_.begin(0);
  EXPECT_TRUE(has(page(), "step 0 of"));
  EXPECT_FALSE(has(page(), "newest checkpoint"));
}

TEST_F(RunReportTest, WaitsWithAStepButNotWithAValidation) {
  report_.begin(0);
  report_.add(kStep);
  EXPECT_TRUE(has(page(), "step 0 of"));
  report_.add(kValidation);
  EXPECT_TRUE(has(page(), "step 60 of"));
  EXPECT_TRUE(has(page(), "<b>4.500</b>"));  // the step's loss was not forgotten
}

TEST_F(RunReportTest, NamesTheNewestCheckpoint) {
  report_.begin(0);
  report_.saved(1500);
  EXPECT_TRUE(has(page(), "newest checkpoint</dt><dd>step 1,500</dd>"));
}

TEST_F(RunReportTest, GoesOnFromTheLog) {
  put_file(folder_ / "log.jsonl", std::string(kStep) + "\n" + kValidation + "\n");
  report_.begin(60);
  EXPECT_TRUE(has(page(), "<b>4.500</b>"));
  EXPECT_TRUE(has(page(), "newest checkpoint</dt><dd>step 60</dd>"));
}

TEST_F(RunReportTest, SaysHowTheRunEnded) {
  report_.begin(0);
  report_.end(RunState::kDiverged, "too steep");
  EXPECT_TRUE(has(page(), "badge diverged"));
  EXPECT_TRUE(has(page(), "too steep"));
}

TEST_F(RunReportTest, WarnsOnceWhereItCannotBeWrittenAndEndsNothing) {
  std::filesystem::create_directory(folder_ / "report.html");  // no file can take this place
  put_file(folder_ / "report.html" / "in the way", "");
  ::testing::internal::CaptureStderr();
  report_.begin(0);
  report_.add(kValidation);
  report_.end(RunState::kFinished);
  const auto text = ::testing::internal::GetCapturedStderr();
  const std::string warning = "training goes on without a report";
  EXPECT_TRUE(has(text, warning)) << text;
  EXPECT_EQ(text.find(warning), text.rfind(warning)) << text;
}

}  // namespace
}  // namespace tfm::report
