#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "../fault_testing.h"
#include "../file_testing.h"
#include "checkpoint/checkpoint.h"
#include "checkpoint/model_folder.h"
#include "checkpoint/retention.h"
#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/files.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFingerprint = "of the tokenizer";
constexpr int64_t kNumbers = 20'000;  // more bytes than wait in a buffer

// Every number in it is `value`.
Checkpoint checkpoint_of(int64_t step, double value) {
  return {.weights = {{"w", at::full({kNumbers}, value)}},
          .optimizer = {{"w.m", at::full({kNumbers}, value)}},
          .state = {.step = step, .logged_loss_sum = value},
          .tokenizer_fingerprint = kFingerprint};
}

void save(const fs::path& run, int64_t step, double value) { save_checkpoint(run, checkpoint_of(step, value)); }

// The value that all of it has.
double value_of(const fs::path& checkpoint) {
  const auto loaded = load_checkpoint(checkpoint, kFingerprint);
  const double value = loaded.state.logged_loss_sum;
  EXPECT_TRUE(loaded.weights.at("w").eq(value).all().item<bool>());
  EXPECT_TRUE(loaded.optimizer.at("w.m").eq(value).all().item<bool>());
  return value;
}

std::vector<std::string> steps_in(const fs::path& run) {
  std::vector<std::string> names;
  for (const auto& path : list_checkpoints(run)) names.push_back(path.filename().string());
  return names;
}

void expect_clean_after_leftovers_went(const fs::path& run) {
  remove_leftovers(run);
  remove_leftovers(run / "checkpoints");
  EXPECT_EQ(temporary_names(run), std::vector<std::string>{});
}

TEST(CheckpointFaults, TheOlderCheckpointLoadsWhateverFails) {
  for (const Fault& fault : faults()) {
    const ScratchFolder run;
    const int64_t calls = at_every_call(
        fault,
        [&] {
          fs::remove_all(run / "checkpoints");
          save(run.path(), 1, 1.0);
        },
        [&] { save(run.path(), 2, 2.0); },
        [&] {
          EXPECT_EQ(value_of(run / "checkpoints/step-00000001"), 1.0);
          for (const auto& path : list_checkpoints(run.path())) value_of(path);
          expect_clean_after_leftovers_went(run.path());
        });
    EXPECT_GE(calls, 20);
  }
}

TEST(CheckpointFaults, ACheckpointSavedAgainIsTheOldOrTheNewOne) {
  for (const Fault& fault : faults()) {
    const ScratchFolder run;
    at_every_call(
        fault,
        [&] {
          fs::remove_all(run / "checkpoints");
          save(run.path(), 1, 1.0);
        },
        [&] { save(run.path(), 1, 2.0); },
        [&] {
          expect_clean_after_leftovers_went(run.path());
          const double value = value_of(run / "checkpoints/step-00000001");
          EXPECT_TRUE(value == 1.0 || value == 2.0) << value;
        });
  }
}

TEST(CheckpointFaults, OldCheckpointsAreWholeOrGone) {
  ::testing::internal::CaptureStderr();  // the warnings about those that stay
  for (const Fault& fault : faults()) {
    const ScratchFolder run;
    at_every_call(
        fault,
        [&] {
          fs::remove_all(run / "checkpoints");
          for (int64_t step = 1; step <= 3; ++step) save(run.path(), step, static_cast<double>(step));
        },
        [&] { remove_old_checkpoints(run / "checkpoints/step-00000003", 1, 0); },
        [&] {
          for (const auto& path : list_checkpoints(run.path())) value_of(path);
          EXPECT_EQ(steps_in(run.path()).back(), "step-00000003");
          expect_clean_after_leftovers_went(run.path());
        });
  }
  const std::string warnings = ::testing::internal::GetCapturedStderr();
  EXPECT_NE(warnings.find("an old checkpoint stays: can't rename "), std::string::npos) << warnings;
}

TEST(CheckpointFaults, TheBestModelIsTheOldOrTheNewOne) {
  const auto save_best = [](const fs::path& folder, double value) {
    Config config;
    config.data.target_language = concat("x", std::llround(value));
    save_model_folder(
        folder, {{"w", at::full({kNumbers}, value)}}, config, kFingerprint,
        [&](const fs::path& tokenizer) { write_file(tokenizer / "shared.model", std::to_string(value)); });
  };
  for (const Fault& fault : faults()) {
    const ScratchFolder run;
    const int64_t calls = at_every_call(
        fault,
        [&] {
          fs::remove_all(run / "best");
          save_best(run / "best", 1.0);
        },
        [&] { save_best(run / "best", 2.0); },
        [&] {
          expect_clean_after_leftovers_went(run.path());
          const double value = load_weights(run / "best/model.safetensors", kFingerprint).at("w")[0].item<double>();
          const auto language = concat("\"target_language\": \"x", std::llround(value), "\"");
          EXPECT_NE(read_file(run / "best/config.json").find(language), std::string::npos);
          EXPECT_EQ(read_file(run / "best/tokenizer/shared.model"), std::to_string(value));
        });
    EXPECT_GE(calls, 20);
  }
}

TEST(CheckpointFaults, AFullDiskIsToldWithTheRoomThatTheBestModelNeeds) {
  const ScratchFolder run;
  const std::string message = error_message([&] {
    const FaultyDisk disk({.free_bytes = 50'000}, 0);
    save_model_folder(run / "best", {{"w", at::zeros({kNumbers})}}, Config{}, kFingerprint, [](const auto&) {});
  });
  EXPECT_TRUE(message.starts_with("can't save " + (run / "best").string() + ", which takes 80000 bytes: can't write "))
      << message;
}

TEST(CheckpointFaults, AFullDiskIsToldWithTheRoomThatIsNeeded) {
  const ScratchFolder run;
  const std::string message = error_message([&] {
    const FaultyDisk disk({.free_bytes = 100'000}, 0);
    save(run.path(), 7, 1.0);
  });
  EXPECT_TRUE(message.starts_with("can't save " + (run / "checkpoints/step-00000007").string() +
                                  ", which takes 160000 bytes: can't write "))
      << message;
  EXPECT_TRUE(message.ends_with("No space left on device; free some space there or choose another place")) << message;
  EXPECT_EQ(temporary_names(run.path()), std::vector<std::string>{}) << "the room is given back";
}

}  // namespace
}  // namespace tfm
