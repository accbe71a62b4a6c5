#include "events/event_file.h"

#include <gtest/gtest.h>

#include "../file_testing.h"
#include "core/files.h"
#include "event_testing.h"
#include "events/event_folder.h"
#include "events/records.h"

namespace tfm::events {
namespace {

constexpr double kNow = 1700000000.25;

// The steps of what can be seen in a folder, in the order in which TensorBoard reads it.
std::vector<int64_t> steps_in(const std::filesystem::path& folder) {
  std::vector<int64_t> steps;
  for (const auto& file : event_files(folder)) {
    RecordReader records(file);
    while (const auto record = records.next()) {
      if (record->find("train/loss") != std::string::npos) steps.push_back(step_of(*record).value());
    }
    EXPECT_EQ(records.position(), static_cast<int64_t>(std::filesystem::file_size(file))) << file;
  }
  return steps;
}

// A start of a run that goes on from `last_step` and is killed after the last of `steps`.
void start(const std::filesystem::path& folder, int64_t last_step, const std::vector<int64_t>& steps) {
  EventFile file(folder, last_step);
  for (const int64_t step : steps) file.append({step, kNow}, {{"train/loss", 1.0}});
}

TEST(EventFile, IsWhatTensorBoardWouldWrite) {
  const ScratchFolder folder;
  EventFile file(folder / "tensorboard", 20);
  file.append({21, kNow}, {});
  file.append({300, 1700000001.5}, {{"train/loss", 2.5}, {"train/data_wait", 0.0}});
  file.append_text({300, 1700000001.5}, "t", "红 | a");
  const auto path = event_files(folder / "tensorboard").at(0);
  EXPECT_EQ(read_file(path), testing::kVersionRecord + testing::kStartRecord + framed(scalars_event({21, kNow}, {})) +
                                 testing::kScalarsRecord + testing::kTextRecord);
  EXPECT_TRUE(path.filename().string().starts_with("events.out.tfevents.1700000000."));
}

TEST(EventFile, AResumedRunHasEachStepOnce) {
  const ScratchFolder folder;
  start(folder.path(), 0, {10, 20, 30, 40});
  start(folder.path(), 20, {30, 40, 50});
  EXPECT_EQ(steps_in(folder.path()), (std::vector<int64_t>{10, 20, 30, 40, 50}));
  EXPECT_EQ(event_files(folder.path()).size(), 2U);
  start(folder.path(), 40, {});
  EXPECT_EQ(steps_in(folder.path()), (std::vector<int64_t>{10, 20, 30, 40}));
}

TEST(EventFile, AnOlderCheckpointCutsSeveralFiles) {
  const ScratchFolder folder;
  start(folder.path(), 0, {10, 20});
  start(folder.path(), 20, {30, 40});
  start(folder.path(), 40, {50});
  start(folder.path(), 10, {20});
  EXPECT_EQ(steps_in(folder.path()), (std::vector<int64_t>{10, 20}));
}

TEST(EventFile, ARunThatBeginsAnewForgetsEverything) {
  const ScratchFolder folder;
  start(folder.path(), 0, {10, 20});
  const auto old = event_files(folder.path());
  start(folder.path(), 0, {});
  EXPECT_TRUE(steps_in(folder.path()).empty());
  EXPECT_EQ(event_files(folder.path()), old) << "a TensorBoard that is open reads it";
}

TEST(EventFile, BeginsWithTheFirstEvent) {
  const ScratchFolder folder;
  start(folder.path(), 0, {10});
  for (int i = 0; i < 3; ++i) start(folder.path(), 10, {});
  EXPECT_EQ(event_files(folder.path()).size(), 1U);
}

TEST(EventFile, StandsBehindTheOthersWhateverTheClockSays) {
  const ScratchFolder folder;
  start(folder.path(), 0, {10});
  EventFile file(folder.path(), 10);
  file.append({20, kNow - 1000}, {{"train/loss", 1.0}});
  EXPECT_EQ(steps_in(folder.path()), (std::vector<int64_t>{10, 20}));
}

TEST(EventFile, CutsOffWhatAKillLeftUnfinished) {
  const ScratchFolder folder;
  start(folder.path(), 0, {10, 20});
  const auto file = event_files(folder.path()).front();
  std::filesystem::resize_file(file, std::filesystem::file_size(file) - 3);
  start(folder.path(), 100, {110});
  EXPECT_EQ(steps_in(folder.path()), (std::vector<int64_t>{10, 110}));
}

TEST(EventFile, LeavesOtherFilesAlone) {
  const ScratchFolder folder;
  put_file(folder / "notes.txt", "mine");
  std::filesystem::create_directory(folder / "events.out.tfevents.d");
  start(folder.path(), 0, {});
  EXPECT_EQ(read_file(folder / "notes.txt"), "mine");
  EXPECT_TRUE(std::filesystem::is_directory(folder / "events.out.tfevents.d"));
}

TEST(EventFile, SaysWhichFolderItCantWriteTo) {
  const ScratchFolder folder;
  put_file(folder / "tensorboard", "a file");
  EXPECT_NE(error_message([&] { EventFile(folder / "tensorboard", 0); }).find("tensorboard"), std::string::npos);
}

}  // namespace
}  // namespace tfm::events
