#include "training/training_log.h"

#include <gtest/gtest.h>

#include <cmath>

#include "../file_testing.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

TEST(TrainingLog, WritesOneObjectALine) {
  const ScratchFolder folder;
  TrainingLog log(folder / "log.jsonl", 0);
  log.write("step", {{"step", int64_t{5}}, {"loss", 2.5}, {"best", true}, {"note", std::string("ok")}});
  log.write("validation", {{"loss", std::nan("")}});
  const std::string expected =
      "{\"event\":\"step\",\"step\":5,\"loss\":2.5,\"best\":true,\"note\":\"ok\"}\n"
      "{\"event\":\"validation\",\"loss\":null}\n";
  EXPECT_EQ(read_file(folder / "log.jsonl"), expected);
  EXPECT_EQ(log.size(), static_cast<int64_t>(expected.size()));
}

TEST(TrainingLog, WritesListsAndGivesTheLineBack) {
  const ScratchFolder folder;
  TrainingLog log(folder / "log.jsonl", 0);
  const auto line = log.write("samples", {{"step", int64_t{5}}, {"sources", std::vector<std::string>{"你好", "\xFF"}}});
  EXPECT_EQ(line, "{\"event\":\"samples\",\"step\":5,\"sources\":[\"你好\",\"\uFFFD\"]}");
  EXPECT_EQ(read_file(folder / "log.jsonl"), line + "\n");
  EXPECT_EQ(log.size(), static_cast<int64_t>(line.size()) + 1);
}

TEST(TrainingLog, IsCutBackToTheCheckpointOnResume) {
  const ScratchFolder folder;
  int64_t at_checkpoint = 0;
  {
    TrainingLog log(folder / "log.jsonl", 0);
    log.write("step", {{"step", int64_t{1}}});
    at_checkpoint = log.size();
    log.write("step", {{"step", int64_t{2}}});
  }
  TrainingLog log(folder / "log.jsonl", at_checkpoint);
  log.write("step", {{"step", int64_t{3}}});
  EXPECT_EQ(read_file(folder / "log.jsonl"), "{\"event\":\"step\",\"step\":1}\n{\"event\":\"step\",\"step\":3}\n");
}

TEST(TrainingLog, GoesOnBehindTheLinesThatAreLeft) {
  const ScratchFolder folder;
  const auto file = folder / "log.jsonl";
  put_file(file, "{\"event\":\"step\",\"step\":1}\n{\"event\":\"st");
  TrainingLog log(file, 1000);
  log.write("step", {{"step", int64_t{3}}});
  EXPECT_EQ(read_file(file), "{\"event\":\"step\",\"step\":1}\n{\"event\":\"step\",\"step\":3}\n");
  EXPECT_EQ(log.size(), static_cast<int64_t>(read_file(file).size()));
  TrainingLog lost(folder / "lost.jsonl", 10);
  lost.write("step", {{"step", int64_t{3}}});
  EXPECT_EQ(read_file(folder / "lost.jsonl"), "{\"event\":\"step\",\"step\":3}\n");
}

}  // namespace
}  // namespace tfm
