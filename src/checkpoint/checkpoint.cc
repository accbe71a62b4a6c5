#include "checkpoint/checkpoint.h"

#include <algorithm>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 1;
constexpr const char* kWeightsFile = "model.safetensors";
constexpr const char* kOptimizerFile = "optimizer.safetensors";
constexpr const char* kStateFile = "state.json";

std::string folder_name(int64_t step) {
  char name[32];
  std::snprintf(name, sizeof name, "step-%08lld", static_cast<long long>(step));
  return name;
}

Json read_state_file(const fs::path& folder) {
  const auto path = folder / kStateFile;
  const auto json = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("format") || !json.contains("files") || !json.contains("training")) {
    throw UserError(concat(path.string(), " is damaged: it is no checkpoint's state; use another checkpoint"));
  }
  if (json["format"] != kFormatVersion) {
    throw UserError(concat(path.string(), " has checkpoint format ", json["format"].dump(),
                           ", and this tfm reads format ", kFormatVersion, "; use the tfm that wrote it"));
  }
  return json;
}

void verify_files(const fs::path& folder, const Json& checksums) {
  for (const auto& [name, expected] : checksums.items()) {
    const auto path = folder / name;
    if (!fs::exists(path)) throw UserError(concat(path.string(), " is missing; use another checkpoint"));
    if (checksum_file(path) != expected.get<std::string>()) {
      throw UserError(concat(path.string(), " is damaged: its checksum differs from the one in ", kStateFile,
                             "; use another checkpoint"));
    }
  }
}

}  // namespace

fs::path save_checkpoint(const fs::path& run_folder, const Checkpoint& checkpoint) {
  make_folder(run_folder / "checkpoints");
  const auto final_path = run_folder / "checkpoints" / folder_name(checkpoint.state.step);
  PendingFolder folder(final_path);
  save_weights(folder.path() / kWeightsFile, checkpoint.weights, checkpoint.tokenizer_fingerprint);
  write_safetensors(folder.path() / kOptimizerFile, checkpoint.optimizer, {});
  Json state;
  state["format"] = kFormatVersion;
  state["tokenizer"] = checkpoint.tokenizer_fingerprint;
  state["training"] = Json::parse(to_json(checkpoint.state));
  for (const char* name : {kWeightsFile, kOptimizerFile}) state["files"][name] = checksum_file(folder.path() / name);
  write_file(folder.path() / kStateFile, state.dump(2) + "\n");
  folder.commit();
  return final_path;
}

LoadedCheckpoint load_checkpoint(const fs::path& folder, const std::string& tokenizer_fingerprint) {
  const auto state = read_state_file(folder);
  verify_files(folder, state["files"]);
  return {.weights = load_weights(folder / kWeightsFile, tokenizer_fingerprint),
          .optimizer = read_safetensors(folder / kOptimizerFile).tensors,
          .state = training_state_from_json(state["training"].dump(), (folder / kStateFile).string())};
}

std::vector<fs::path> list_checkpoints(const fs::path& run_folder) {
  std::vector<fs::path> found;
  const auto parent = run_folder / "checkpoints";
  if (!fs::is_directory(parent)) return found;
  for (const auto& entry : fs::directory_iterator(parent)) {
    if (entry.is_directory() && entry.path().filename().string().starts_with("step-")) found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

void remove_old_checkpoints(const fs::path& run_folder, int64_t keep) {
  const auto checkpoints = list_checkpoints(run_folder);
  const auto excess = std::max<int64_t>(0, static_cast<int64_t>(checkpoints.size()) - keep);
  for (int64_t i = 0; i < excess; ++i) {
    std::error_code ignored;  // an old checkpoint that stays does no harm
    fs::remove_all(checkpoints[static_cast<std::size_t>(i)], ignored);
  }
}

}  // namespace tfm
