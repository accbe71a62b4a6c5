#include "checkpoint/checkpoint.h"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "../file_testing.h"
#include "checkpoint/retention.h"
#include "core/concat.h"
#include "core/files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

class CheckpointTest : public ::testing::Test {
 protected:
  fs::path save(int64_t step) const {
    return save_checkpoint(run_.path(),
                           {.weights = {{"w", at::arange(50.0)}},
                            .optimizer = {{"w.m", at::arange(60.0)}},
                            .state = {.step = step, .validation = {.best_step = 3, .best_score = 12.345678901234567}},
                            .tokenizer_fingerprint = "fingerprint"});
  }
  static std::string refusal(const fs::path& folder) {
    return error_message([&] { load_checkpoint(folder, "fingerprint"); });
  }

  ScratchFolder run_;
};

TEST_F(CheckpointTest, GivesBackWhatWasSaved) {
  const auto loaded = load_checkpoint(save(5), "fingerprint");
  EXPECT_TRUE(loaded.weights.at("w").equal(at::arange(50.0)));
  EXPECT_TRUE(loaded.optimizer.at("w.m").equal(at::arange(60.0)));
  EXPECT_EQ(loaded.state.step, 5);
  EXPECT_EQ(loaded.state.validation.best_score, 12.345678901234567);
  EXPECT_EQ(loaded.state.validation.best_step, 3);
}

TEST_F(CheckpointTest, AnyByteOfAnyFileThatChangesIsNoticed) {
  const auto folder = save(5);
  for (const char* name : {"state.json", "model.safetensors", "optimizer.safetensors"}) {
    const std::string whole = read_file(folder / name);
    for (size_t i = 0; i < whole.size(); ++i) {
      std::string damaged = whole;
      damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
      put_file(folder / name, damaged);
      EXPECT_THROW(load_checkpoint(folder, "fingerprint"), UserError) << name << ", byte " << i;
    }
    put_file(folder / name, whole);
  }
  EXPECT_EQ(load_checkpoint(folder, "fingerprint").state.step, 5);
}

TEST_F(CheckpointTest, AnyFileThatIsCutOffIsNoticed) {
  const auto folder = save(5);
  for (const char* name : {"state.json", "model.safetensors", "optimizer.safetensors"}) {
    const std::string whole = read_file(folder / name);
    const size_t end = whole.size() - (whole.back() == '\n' ? 1 : 0);  // the last line break says nothing
    for (size_t size = 0; size < end; ++size) {
      put_file(folder / name, whole.substr(0, size));
      EXPECT_THROW(load_checkpoint(folder, "fingerprint"), UserError) << name << ", " << size << " bytes";
    }
    put_file(folder / name, whole);
  }
}

TEST_F(CheckpointTest, AStateThatWasEditedIsRefused) {
  const auto folder = save(5);
  auto state = nlohmann::ordered_json::parse(read_file(folder / "state.json"));
  state["training"]["step"] = 6;
  put_file(folder / "state.json", state.dump(2));
  EXPECT_EQ(refusal(folder), concat((folder / "state.json").string(),
                                    " is damaged: its contents don't equal their checksum; use another checkpoint"));
}

TEST_F(CheckpointTest, NonsenseIsNoState) {
  const auto folder = save(5);
  for (const char* nonsense : {"", "nonsense", "[]", "{}", "\xff", "{\"format\":2}", "{\"format\":2,\"checksum\":7}"}) {
    put_file(folder / "state.json", nonsense);
    EXPECT_NE(refusal(folder).find("state.json is damaged"), std::string::npos) << nonsense;
  }
}

TEST_F(CheckpointTest, ANewerFormatIsNamed) {
  const auto folder = save(5);
  put_file(folder / "state.json", "{\"format\": 99}");
  EXPECT_EQ(refusal(folder), concat((folder / "state.json").string(),
                                    " has checkpoint format 99, and this tfm reads format 2; use the tfm that wrote "
                                    "it"));
}

TEST_F(CheckpointTest, AMissingFileIsNamed) {
  for (const char* name : {"model.safetensors", "optimizer.safetensors"}) {
    const auto folder = save(5);
    fs::remove(folder / name);
    EXPECT_EQ(refusal(folder), concat((folder / name).string(), " is missing; use another checkpoint"));
  }
  const auto folder = save(5);
  fs::remove(folder / "state.json");
  EXPECT_EQ(refusal(folder),
            concat("can't read ", (folder / "state.json").string(), ": No such file or directory; check the path"));
}

TEST_F(CheckpointTest, DamagedOnesThatWerePassedOverDontPushOutGoodOnes) {
  for (const int64_t step : {10, 20, 30, 40}) save(step);
  const auto newest = save(25);  // went on from 20
  remove_old_checkpoints(newest, 2, 0);
  std::vector<std::string> left;
  for (const auto& path : list_checkpoints(run_.path())) left.push_back(path.filename().string());
  EXPECT_EQ(left, (std::vector<std::string>{"step-00000020", "step-00000025", "step-00000030", "step-00000040"}));
}

}  // namespace
}  // namespace tfm
