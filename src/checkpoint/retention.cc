#include "checkpoint/retention.h"

#include <algorithm>
#include <ranges>

#include "checkpoint/checkpoint.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

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

void remove_or_warn(const fs::path& checkpoint) {
  try {
    remove_folder(checkpoint);
  } catch (const UserError& problem) {
    log::warning(concat("an old checkpoint stays: ", problem.what()));
  }
}

std::vector<ValidatedCheckpoint> validated(const std::vector<fs::path>& checkpoints) {
  std::vector<ValidatedCheckpoint> found;
  for (const auto& path : checkpoints) {
    const auto state = readable_state(path);
    if (state && has_own_score(*state)) found.push_back({path, state->step, *state->validation.newest_score});
  }
  std::ranges::stable_sort(found, std::greater{}, &ValidatedCheckpoint::score);
  return found;
}

}  // namespace

std::optional<fs::path> newest_checkpoint(const fs::path& run_folder,
                                          const std::function<bool(const TrainingState& state)>& is_wanted) {
  const auto checkpoints = list_checkpoints(run_folder);
  for (const auto& path : checkpoints | std::views::reverse) {
    if (const auto state = readable_state(path); state && is_wanted(*state)) return path;
  }
  return std::nullopt;
}

std::vector<ValidatedCheckpoint> validated_checkpoints(const fs::path& run_folder) {
  return validated(list_checkpoints(run_folder));
}

bool is_among_best(const fs::path& run_folder, const TrainingState& state, int64_t count) {
  if (count == 0 || !has_own_score(state)) return false;
  const auto better = std::ranges::count_if(validated_checkpoints(run_folder), [&](const ValidatedCheckpoint& other) {
    return other.step != state.step && other.score >= *state.validation.newest_score;
  });
  return better < count;
}

void remove_old_checkpoints(const fs::path& newest, int64_t keep_newest, int64_t keep_best) {
  auto checkpoints = list_checkpoints(newest.parent_path().parent_path());
  std::erase_if(checkpoints, [&](const fs::path& path) { return path.filename() > newest.filename(); });
  auto best = validated(checkpoints);
  best.resize(std::min(best.size(), static_cast<std::size_t>(keep_best)));
  checkpoints.resize(checkpoints.size() - std::min(checkpoints.size(), static_cast<std::size_t>(keep_newest)));
  for (const auto& path : checkpoints) {
    if (std::ranges::find(best, path, &ValidatedCheckpoint::path) == best.end()) remove_or_warn(path);
  }
}

void remove_checkpoints_after(const fs::path& run_folder, int64_t step) {
  for (const auto& path : list_checkpoints(run_folder)) {
    const auto state = readable_state(path);
    if (!state || state->step > step) remove_or_warn(path);
  }
}

}  // namespace tfm
