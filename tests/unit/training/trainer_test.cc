#include "training/trainer.h"

#include <gtest/gtest.h>

#include <csignal>
#include <nlohmann/json.hpp>

#include "checkpoint/retention.h"
#include "core/error.h"
#include "core/files.h"
#include "small_run.h"
#include "weights/model_files.h"

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
    const std::string text = error.what();
    EXPECT_NE(
        text.find("training diverged after step 0: 20 updates in a row had a loss or gradient that is not finite"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find("no good checkpoint was saved"), std::string::npos) << text;
  }
  EXPECT_EQ(run.trainer().state().step, 0);
  EXPECT_TRUE(list_checkpoints(run.folder()).empty());
}

void spoil(Transformer& model) {
  const at::NoGradGuard no_grad;
  model->parameters().front().fill_(std::numeric_limits<float>::quiet_NaN());
}

// Weights that are no numbers any more: the last good checkpoint has them as they were, and the rate is halved.
TEST(Trainer, GoesBackToTheLastGoodCheckpointWithHalfTheRate) {
  auto config = quick_training();
  config.divergence.max_skipped = 3;
  bool spoilt = false;
  SmallRun* self = nullptr;
  SmallRun run(config, [&](int64_t step) {
    if (step == 8 && !spoilt) {
      spoil(self->model());
      spoilt = true;
    }
    return 0;
  });
  self = &run;
  EXPECT_EQ(run.trainer().run(), 0);
  EXPECT_EQ(run.trainer().state().step, 12);
  EXPECT_EQ(run.trainer().state().rollbacks, 1);
  EXPECT_EQ(run.trainer().state().learning_rate_factor, 0.5);
  bool rolled_back = false;
  double last_rate = 0.0;
  for (const auto& line : log_of(run)) {
    if (line["event"] == "step") last_rate = line["learning_rate"];
    if (line["event"] != "rollback") continue;
    rolled_back = true;
    EXPECT_EQ(line["step"], 8);
    EXPECT_EQ(line["to_step"], 6);
  }
  EXPECT_TRUE(rolled_back);
  EXPECT_EQ(last_rate, 0.5 * LearningRateSchedule(config).rate(12));
  EXPECT_TRUE(at::cat({run.model()->parameters().front()}).isfinite().all().item<bool>());
}

TEST(Trainer, StopsWithExitCode3WhenGoingBackDoesNotHelp) {
  auto config = quick_training();
  config.divergence = {.max_skipped = 2, .max_loss_rise = 3.0, .rollbacks = 2};
  SmallRun* self = nullptr;
  SmallRun run(config, [&](int64_t step) {
    if (step >= 8) spoil(self->model());
    return 0;
  });
  self = &run;
  try {
    run.trainer().run();
    FAIL() << "it went on";
  } catch (const UserError& error) {
    EXPECT_EQ(error.exit_code(), ExitCode::kDiverged);
    EXPECT_NE(std::string(error.what()).find("the last good checkpoint is"), std::string::npos) << error.what();
  }
  EXPECT_EQ(run.trainer().state().rollbacks, 2);
  const auto newest = list_checkpoints(run.folder()).back();
  for (const auto& [name, weight] : load_checkpoint(newest, run.tokenizers().fingerprint()).weights) {
    EXPECT_TRUE(weight.isfinite().all().item<bool>()) << name;
  }
}

TEST(Trainer, PatienceStopsIt) {
  auto config = quick_training();
  config.max_steps = 1000;
  config.validate_every = 2;
  config.learning_rate = 1e-12;  // learns nothing
  config.patience = 3;
  config.patience_threshold = 0.01;
  SmallRun run(config);
  EXPECT_EQ(run.trainer().run(), 0);
  EXPECT_EQ(run.trainer().state().step, 8);  // the first validation is a gain, three more are none
  EXPECT_TRUE(std::filesystem::exists(run.folder() / "checkpoints/step-00000008"));
}

TEST(Trainer, KeepsTheBestCheckpointsBesideTheNewest) {
  auto config = quick_training();
  config.max_steps = 40;
  config.validate_every = 3;
  config.save_every = 10;
  config.keep_checkpoints = 1;
  config.keep_best = 2;
  SmallRun run(config);
  run.trainer().run();
  std::vector<std::pair<double, int64_t>> validations;
  for (const auto& line : log_of(run)) {
    if (line["event"] == "validation") validations.push_back({line["loss"], line["step"]});
  }
  std::ranges::sort(validations);
  const auto best = validated_checkpoints(run.folder());
  ASSERT_GE(best.size(), 2U);
  EXPECT_EQ(best[0].step, validations[0].second);
  EXPECT_EQ(best[1].step, validations[1].second);
  EXPECT_EQ(list_checkpoints(run.folder()).back().filename(), "step-00000040");
  EXPECT_LE(list_checkpoints(run.folder()).size(), 3U);
}

TEST(Trainer, FrozenParametersStayAsTheyAre) {
  SmallRun plain(quick_training());
  const auto before = plain.model()->source_embedding->weight.detach().clone();
  SmallRun run(quick_training(), {}, {},
               [](Transformer& model) { model->source_embedding->weight.set_requires_grad(false); });
  run.trainer().run();
  EXPECT_TRUE(run.model()->source_embedding->weight.equal(before));
  EXPECT_FALSE(run.model()->encoder_norm->parameters()[0].equal(at::ones({16})));
}

// What translates is the average; what trains on is the weights.
TEST(Trainer, SavesAveragesToTranslateWithAndWeightsToGoOnFrom) {
  auto config = quick_training();
  config.average_decay = 0.8;
  SmallRun run(config);
  run.trainer().run();
  const auto checkpoint = load_checkpoint(list_checkpoints(run.folder()).back(), run.tokenizers().fingerprint());
  const auto weight = run.model()->source_embedding->weight;
  EXPECT_TRUE(checkpoint.optimizer.at("trained_weight.embedding.weight").equal(weight));
  EXPECT_FALSE(checkpoint.weights.at("embedding.weight").equal(weight));
}

}  // namespace
}  // namespace tfm
