#include "checkpoint/checkpoint.h"

#include <algorithm>
#include <cstdio>
#include <functional>
#include <nlohmann/json.hpp>
#include <ranges>

#include "checkpoint/weights.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int kFormatVersion = 2;
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

// Nothing for one that is damaged.
std::optional<TrainingState> readable_state(const fs::path& folder) {
  try {
    return read_checkpoint_state(folder);
  } catch (const UserError&) {
    return std::nullopt;
  }
}

// Whether its newest validation is one of these very weights.
bool has_own_score(const TrainingState& state) {
  return state.validation.newest_step == state.step && state.validation.newest_score;
}

void remove_checkpoint(const fs::path& path) {
  std::error_code ignored;  // an old checkpoint that stays does no harm
  fs::remove_all(path, ignored);
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

TrainingState read_checkpoint_state(const fs::path& folder) {
  return training_state_from_json(read_state_file(folder)["training"].dump(), (folder / kStateFile).string());
}

std::optional<fs::path> newest_checkpoint(const fs::path& run_folder,
                                          const std::function<bool(const TrainingState& state)>& is_wanted) {
  for (const auto& path : list_checkpoints(run_folder) | std::views::reverse) {
    if (const auto state = readable_state(path); state && is_wanted(*state)) return path;
  }
  return std::nullopt;
}

std::vector<ValidatedCheckpoint> validated_checkpoints(const fs::path& run_folder) {
  std::vector<ValidatedCheckpoint> found;
  for (const auto& path : list_checkpoints(run_folder)) {
    const auto state = readable_state(path);
    if (!state || !has_own_score(*state)) continue;
    found.push_back({path, state->step, *state->validation.newest_score});
  }
  std::ranges::stable_sort(found, std::greater{}, &ValidatedCheckpoint::score);
  return found;
}

bool is_among_best(const fs::path& run_folder, const TrainingState& state, int64_t count) {
  if (count == 0 || !has_own_score(state)) return false;
  int64_t better = 0;
  for (const auto& other : validated_checkpoints(run_folder)) {
    if (other.step != state.step && other.score >= *state.validation.newest_score) ++better;
  }
  return better < count;
}

void remove_old_checkpoints(const fs::path& run_folder, int64_t keep_newest, int64_t keep_best) {
  auto old = list_checkpoints(run_folder);
  old.resize(old.size() - std::min(old.size(), static_cast<std::size_t>(keep_newest)));
  auto best = validated_checkpoints(run_folder);
  best.resize(std::min(best.size(), static_cast<std::size_t>(keep_best)));
  for (const auto& path : old) {
    if (std::ranges::find(best, path, &ValidatedCheckpoint::path) == best.end()) remove_checkpoint(path);
  }
}

void remove_checkpoints_after(const fs::path& run_folder, int64_t step) {
  for (const auto& path : list_checkpoints(run_folder)) {
    if (path.filename().string() > folder_name(step)) remove_checkpoint(path);
  }
}

}  // namespace tfm
