#include "checkpoint/checkpoint.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <ranges>

#include "checkpoint/saving.h"
#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "core/system_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 2;
constexpr const char* kWeightsFile = "model.safetensors";
constexpr const char* kOptimizerFile = "optimizer.safetensors";
constexpr const char* kStateFile = "state.json";
constexpr std::array kTensorFiles{kWeightsFile, kOptimizerFile};
constexpr const char* kChecksumKey = "checksum";  // in the state file, of all other keys

std::string folder_name(int64_t step) {
  char name[32];
  std::snprintf(name, sizeof name, "step-%08lld", static_cast<long long>(step));
  return name;
}

Json read_state_file(const fs::path& folder) {
  const auto path = folder / kStateFile;
  auto json = Json::parse(read_file(path), nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("format")) {
    throw UserError(concat(path.string(), " is damaged: it is no checkpoint's state; use another checkpoint"));
  }
  if (json["format"] != kFormatVersion) {
    throw UserError(concat(path.string(), " has checkpoint format ", json["format"].dump(),
                           ", and this tfm reads format ", kFormatVersion, "; use the tfm that wrote it"));
  }
  const auto expected = json.value(kChecksumKey, Json());
  json.erase(kChecksumKey);
  if (expected != checksum(json.dump())) {
    throw UserError(
        concat(path.string(), " is damaged: its contents don't equal their checksum; use another checkpoint"));
  }
  return json;
}

void verify_files(const fs::path& folder, const Json& checksums) {
  for (const char* name : kTensorFiles) {
    const auto path = folder / name;
    std::error_code ignored;  // the checksum finds out
    if (fs::status(path, ignored).type() == fs::file_type::not_found) {
      throw UserError(concat(path.string(), " is missing; use another checkpoint"));
    }
    if (checksum_file(path) != checksums.at(name)) {
      throw UserError(concat(path.string(), " is damaged: its checksum differs from the one in ", kStateFile,
                             "; use another checkpoint"));
    }
  }
}

// One that was renamed would be taken for another step's.
void check_name(const fs::path& folder, const Json& state) {
  const auto name = folder_name(state["training"].value("step", int64_t{-1}));
  if (folder.filename() == name || !folder.filename().string().starts_with("step-")) return;
  throw UserError(concat(folder.string(), " was renamed: its state says ", name, "; give it that name again"));
}

Json state_of(const Checkpoint& checkpoint, const fs::path& folder) {
  Json state;
  state["format"] = kFormatVersion;
  state["tokenizer"] = checkpoint.tokenizer_fingerprint;
  state["training"] = Json::parse(to_json(checkpoint.state));
  for (const char* name : kTensorFiles) state["files"][name] = checksum_file(folder / name);
  state[kChecksumKey] = checksum(state.dump());
  return state;
}

void write_checkpoint(const fs::path& final_path, const Checkpoint& checkpoint) {
  make_folder(final_path.parent_path());
  PendingFolder folder(final_path);
  save_weights(folder.path() / kWeightsFile, checkpoint.weights, checkpoint.tokenizer_fingerprint, checkpoint.model);
  write_safetensors(folder.path() / kOptimizerFile, checkpoint.optimizer, {});
  write_file(folder.path() / kStateFile, state_of(checkpoint, folder.path()).dump(2) + "\n");
  folder.commit();
}

}  // namespace

fs::path save_checkpoint(const fs::path& run_folder, const Checkpoint& checkpoint) {
  const auto final_path = run_folder / "checkpoints" / folder_name(checkpoint.state.step);
  save_or_name_room(final_path, bytes_of(checkpoint.weights) + bytes_of(checkpoint.optimizer),
                    [&] { write_checkpoint(final_path, checkpoint); });
  return final_path;
}

LoadedCheckpoint load_checkpoint(const fs::path& folder, const std::string& tokenizer_fingerprint) {
  const auto state = read_state_file(folder);
  verify_files(folder, state["files"]);
  check_name(folder, state);
  return {.weights = load_weights(folder / kWeightsFile, tokenizer_fingerprint),
          .optimizer = read_safetensors(folder / kOptimizerFile).tensors,
          .state = training_state_from_json(state["training"].dump(), (folder / kStateFile).string())};
}

TrainingState read_checkpoint_state(const fs::path& folder) {
  return training_state_from_json(read_state_file(folder)["training"].dump(), (folder / kStateFile).string());
}

}  // namespace tfm
