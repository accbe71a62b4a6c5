#include "training/run_log.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "core/files.h"
#include "events/event_folder.h"
#include "events/records.h"

namespace tfm {
namespace {

// The messages of a run's only event file, without the two that begin it.
std::vector<std::string> messages_of(const std::filesystem::path& run_folder) {
  const auto files = events::event_files(run_folder / "tensorboard");
  EXPECT_EQ(files.size(), 1U);
  events::RecordReader reader(files.at(0));
  std::vector<std::string> messages;
  while (const auto message = reader.next()) messages.push_back(*message);
  messages.erase(messages.begin(), messages.begin() + 2);
  return messages;
}

TEST(RunLog, GivesTensorBoardTheMeasuresOfALine) {
  const ScratchFolder folder;
  RunLog log(folder.path(), {}, true);
  log.write("step", 5, {{"loss", 2.5}, {"tokens", int64_t{100}}, {"data_wait", 0.5}});
  log.write("validation", 5, {{"bleu", 12.5}, {"best", true}});
  log.write_text("validation", 5, "translations", "**text**");
  EXPECT_EQ(read_file(folder / "log.jsonl"),
            "{\"event\":\"step\",\"step\":5,\"loss\":2.5,\"tokens\":100,\"data_wait\":0.5}\n"
            "{\"event\":\"validation\",\"step\":5,\"bleu\":12.5,\"best\":true}\n");
  const auto messages = messages_of(folder.path());
  ASSERT_EQ(messages.size(), 3U);
  const auto holds = [&](size_t i, const char* tag) { return messages[i].find(tag) != std::string::npos; };
  EXPECT_TRUE(holds(0, "train/loss") && holds(0, "train/data_wait") && !holds(0, "tokens"));
  EXPECT_TRUE(holds(1, "validation/bleu") && !holds(1, "best"));
  EXPECT_TRUE(holds(2, "validation/translations") && holds(2, "**text**"));
}

TEST(RunLog, WritesSamplesAsALineAndAsATable) {
  const ScratchFolder folder;
  RunLog log(folder.path(), {}, true);
  log.write_samples(5, {.sources = {"a|b", "c"}, .references = {"d", "e"}, .translations = {"f", "g"}});
  EXPECT_EQ(read_file(folder / "log.jsonl"),
            "{\"event\":\"samples\",\"step\":5,\"sources\":[\"a|b\",\"c\"],\"references\":[\"d\",\"e\"],"
            "\"translations\":[\"f\",\"g\"]}\n");
  const auto messages = messages_of(folder.path());
  ASSERT_EQ(messages.size(), 1U);
  EXPECT_NE(messages[0].find("validation/translations"), std::string::npos);
  EXPECT_NE(messages[0].find("| c | e | g |"), std::string::npos);
}

TEST(RunLog, KeepsThePageUpToDate) {
  const ScratchFolder folder;
  const report::RunFacts facts{.name = "demo", .config = {}, .model = "", .environment = {}};
  report::RunReport report(folder.path(), facts);
  put_file(folder / "log.jsonl", R"({"event":"step","step":5,"loss":2.5})"
                                 "\nleft over");
  TrainingState state;
  state.step = 5;
  state.log_bytes = 37;  // the first line
  RunLog log(folder.path(), state, false, &report);
  log.write("validation", 6, {{"loss", 1.5}, {"best", true}});
  log.checkpoint_saved(6);
  const auto page = read_file(folder / "report.html");
  EXPECT_NE(page.find("step 6 of"), std::string::npos);
  EXPECT_NE(page.find("<b>2.500</b>"), std::string::npos);
  EXPECT_NE(page.find("newest checkpoint</dt><dd>step 6</dd>"), std::string::npos);
}

TEST(RunLog, LeavesTensorBoardAloneWhereItIsNotWanted) {
  const ScratchFolder folder;
  RunLog log(folder.path(), {}, false);
  log.write("step", 5, {{"loss", 2.5}});
  log.write_text("validation", 5, "translations", "text");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"log.jsonl"});
}

}  // namespace
}  // namespace tfm
