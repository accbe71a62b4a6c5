#include "training/trainer.h"

#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "core/files.h"
#include "small_run.h"

namespace tfm {
namespace {

using testing::quick_training;
using testing::SmallRun;

std::vector<nlohmann::json> log_of(const SmallRun& run) {
  std::vector<nlohmann::json> lines;
  std::istringstream text(read_file(run.folder() / "log.jsonl"));
  for (std::string line; std::getline(text, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

TEST(Trainer, WritesWhatTheContractNames) {
  SmallRun run(quick_training());
  EXPECT_EQ(run.trainer().run(), 0);
  EXPECT_EQ(run.trainer().state().step, 12);
  std::vector<int64_t> steps, validations;
  for (const auto& line : log_of(run)) {
    (line["event"] == "step" ? steps : validations).push_back(line["step"].get<int64_t>());
    if (line["event"] != "step") continue;
    for (const char* field : {"loss", "learning_rate", "gradient_norm", "tokens", "tokens_per_second", "data_wait"}) {
      EXPECT_TRUE(line[field].is_number()) << field;
    }
  }
  EXPECT_EQ(steps, (std::vector<int64_t>{5, 10, 12}));
  EXPECT_EQ(validations, (std::vector<int64_t>{4, 8, 12}));
  for (const char* name : {"checkpoints/step-00000006/model.safetensors",
                           "checkpoints/step-00000012/optimizer.safetensors", "checkpoints/step-00000012/state.json",
                           "best/model.safetensors", "best/config.json", "best/tokenizer/shared.model"}) {
    EXPECT_TRUE(std::filesystem::exists(run.folder() / name)) << name;
  }
}

TEST(Trainer, KeepsAsManyCheckpointsAsItIsTold) {
  auto config = quick_training();
  config.save_every = 2;
  config.keep_checkpoints = 2;
  SmallRun run(config);
  run.trainer().run();
  const auto left = list_checkpoints(run.folder());
  ASSERT_EQ(left.size(), 2U);
  EXPECT_EQ(left.front().filename(), "step-00000010");
}

TEST(Trainer, ASignalSavesAndStops) {
  SmallRun run(quick_training(), [](int64_t step) { return step == 3 ? SIGTERM : 0; });
  EXPECT_EQ(run.trainer().run(), SIGTERM);
  EXPECT_EQ(run.trainer().state().step, 3);
  EXPECT_TRUE(std::filesystem::exists(run.folder() / "checkpoints/step-00000003"));
}

// Without what measures time.
std::vector<nlohmann::json> repeatable_log_of(const SmallRun& run) {
  auto lines = log_of(run);
  for (auto& line : lines) {
    line.erase("tokens_per_second");
    line.erase("data_wait");
  }
  return lines;
}

void resume(SmallRun& run) {
  run.trainer().resume(load_checkpoint(list_checkpoints(run.folder()).back(), run.tokenizers().fingerprint()), "file");
}

TEST(Trainer, AStopDuringValidationLeavesItForTheRunThatGoesOn) {
  SmallRun unbroken(quick_training());
  unbroken.trainer().run();
  const auto stop_at_8 = [](int64_t step) { return step == 8 ? SIGTERM : 0; };  // where a validation is due
  SmallRun first(quick_training(), stop_at_8);
  EXPECT_EQ(first.trainer().run(), SIGTERM);
  EXPECT_TRUE(first.trainer().state().validation_due);
  EXPECT_EQ(log_of(first).back()["step"], 5);
  SmallRun stopped_again(quick_training(), stop_at_8, first.folder());
  resume(stopped_again);
  EXPECT_EQ(stopped_again.trainer().run(), SIGTERM);
  EXPECT_EQ(stopped_again.trainer().state().step, 8) << "no update comes before the validation";
  SmallRun last(quick_training(), {}, first.folder());
  resume(last);
  EXPECT_EQ(last.trainer().run(), 0);
  EXPECT_EQ(repeatable_log_of(last), repeatable_log_of(unbroken));
  const auto weights = [](const SmallRun& run) {
    return read_file(run.folder() / "checkpoints/step-00000012/model.safetensors");
  };
  EXPECT_EQ(weights(last), weights(unbroken));
  EXPECT_EQ(read_file(last.folder() / "best/model.safetensors"),
            read_file(unbroken.folder() / "best/model.safetensors"));
}

TEST(Trainer, AStopDuringTheLastValidationLeavesIt) {
  SmallRun first(quick_training(), [](int64_t step) { return step == 12 ? SIGTERM : 0; });
  EXPECT_EQ(first.trainer().run(), SIGTERM);
  SmallRun last(quick_training(), {}, first.folder());
  resume(last);
  EXPECT_EQ(last.trainer().run(), 0);
  EXPECT_EQ(log_of(last).back()["event"], "validation");
  EXPECT_FALSE(
      load_checkpoint(list_checkpoints(first.folder()).back(), last.tokenizers().fingerprint()).state.validation_due);
}

TEST(Trainer, ARemovedRunFolderIsNotMadeAgain) {
  const ScratchFolder folder;
  const auto run_folder = folder / "run";
  std::filesystem::create_directory(run_folder);
  SmallRun run(
      quick_training(),
      [&](int64_t step) {
        if (step == 3) std::filesystem::remove_all(run_folder);
        return 0;
      },
      run_folder);
  EXPECT_NE(error_message([&] { run.trainer().run(); }).find("removed or moved away"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(run_folder));
}

TEST(Trainer, AFinishedRunHasNothingToDo) {
  SmallRun first(quick_training());
  first.trainer().run();
  SmallRun again(quick_training(), {}, first.folder());
  again.trainer().resume(load_checkpoint(list_checkpoints(first.folder()).back(), first.tokenizers().fingerprint()),
                         "file");
  const auto log = read_file(first.folder() / "log.jsonl");
  EXPECT_EQ(again.trainer().run(), 0);
  EXPECT_EQ(again.trainer().state().step, 12);
  EXPECT_EQ(read_file(first.folder() / "log.jsonl"), log);
}

TEST(Trainer, StopsWhenNoGradientIsFinite) {
  SmallRun run(quick_training());
  {
    const at::NoGradGuard no_grad;
    run.model()->parameters().front().fill_(std::numeric_limits<float>::infinity());
  }
  try {
    run.trainer().run();
    FAIL() << "it went on";
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kDiverged);
    EXPECT_NE(std::string(error.what()).find("training diverged: 20 gradients in a row were not finite after step 0"),
              std::string::npos)
        << error.what();
  }
  EXPECT_EQ(run.trainer().state().step, 0);
  EXPECT_TRUE(list_checkpoints(run.folder()).empty());
}

}  // namespace
}  // namespace tfm
