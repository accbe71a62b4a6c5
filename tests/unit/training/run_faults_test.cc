#include <gtest/gtest.h>
#include <stdlib.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "../fault_testing.h"
#include "small_run.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using testing::SmallRun;

TrainingConfig two_updates() {
  auto config = testing::quick_training();
  config.max_steps = 2;
  config.log_every = config.validate_every = config.save_every = config.keep_checkpoints = 1;
  return config;
}

// As tfm train does when it is started, again or for the first time. In a process of its own, since one that has
// trained can't do so in a child.
void start(const fs::path& run_folder) {
  ASSERT_EQ(::setenv("TMPDIR", run_folder.parent_path().c_str(), 1), 0);  // for what an ended child leaves
  remove_leftovers(run_folder);
  remove_leftovers(run_folder / "checkpoints");
  SmallRun run(two_updates(), {}, run_folder);
  const auto checkpoints = list_checkpoints(run_folder);
  if (!checkpoints.empty()) {
    run.trainer().resume(load_checkpoint(checkpoints.back(), run.tokenizers().fingerprint()), "the checkpoint");
  }
  run.trainer().run();
}

int start_undisturbed(const fs::path& run_folder) {
  return wait_for(start_child([&] { start(run_folder); }));
}

std::vector<std::string> losses_in(const fs::path& run_folder) {
  std::vector<std::string> losses;
  std::istringstream text(read_file(run_folder / "log.jsonl"));
  for (std::string line; std::getline(text, line);) {
    const auto json = nlohmann::json::parse(line);
    losses.push_back(json.at("event").get<std::string>() + json.at("step").dump() + ": " + json.at("loss").dump());
  }
  return losses;
}

TEST(RunFaults, ARunThatLosesPowerAtAnyMomentEndsLikeAnUnbrokenOne) {
  const ScratchFolder folder;
  testing::toy_tokenizers();  // made once, for all children
  const auto unbroken = folder / "unbroken", run = folder / "run";
  fs::create_directory(unbroken);
  ASSERT_EQ(start_undisturbed(unbroken), 0);
  const int64_t calls = at_every_call(
      {.kills = true, .loses_unsynced = true},
      [&] {
        fs::remove_all(run);
        fs::create_directory(run);
      },
      [&] { start(run); },
      [&] {
        ASSERT_EQ(start_undisturbed(run), 0);
        EXPECT_EQ(losses_in(run), losses_in(unbroken));
        for (const char* file : {"checkpoints/step-00000002/model.safetensors", "best/model.safetensors"}) {
          EXPECT_EQ(read_file(run / file), read_file(unbroken / file)) << file;
        }
        EXPECT_LE(list_checkpoints(run).size(), 2U) << "the older one stays where the end comes before it goes";
        EXPECT_EQ(temporary_names(run), std::vector<std::string>{});
      });
  EXPECT_GE(calls, 100);
}

}  // namespace
}  // namespace tfm
