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

TEST(Trainer, WritesTheLossOfGuidedAlignmentWhereItIsOn) {
  auto config = quick_training();
  config.guided_alignment_weight = 0.1;
  SmallRun guided(config), plain(quick_training());
  guided.trainer().run();
  plain.trainer().run();
  std::vector<double> losses;
  for (const auto& line : log_of(guided)) {
    if (line["event"] == "step") losses.push_back(line["alignment_loss"].get<double>());
  }
  ASSERT_EQ(losses.size(), 3U);
  for (const double loss : losses) EXPECT_GT(loss, 0.0);
  EXPECT_LT(losses.back(), losses.front());
  for (const auto& line : log_of(plain)) EXPECT_FALSE(line.contains("alignment_loss"));
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
