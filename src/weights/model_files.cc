#include "weights/model_files.h"

#include <algorithm>
#include <string>
#include <system_error>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/system_files.h"
#include "weights/weights_file.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

bool is_model_folder(const fs::path& path) {
  return fs::exists(path / "model.safetensors") && fs::exists(path / "config.json") && fs::exists(path / "tokenizer");
}

ModelFiles model_folder_files(const fs::path& path) {
  return {path / "model.safetensors", path / "config.json", path / "tokenizer"};
}

// A checkpoint's config and tokenizer stand in its run: RUN/checkpoints/step-N.
ModelFiles checkpoint_files(const fs::path& checkpoint) {
  const auto run = fs::absolute(checkpoint).lexically_normal().parent_path().parent_path();
  return {checkpoint / "model.safetensors", run / "config.json", run / "tokenizer"};
}

fs::path without_trailing_slash(const fs::path& path) { return path.has_filename() ? path : path.parent_path(); }

}  // namespace

std::vector<fs::path> list_checkpoints(const fs::path& run_folder) {
  std::vector<fs::path> found;
  const auto parent = run_folder / "checkpoints";
  std::error_code error;
  if (fs::status(parent, error).type() == fs::file_type::not_found) return found;
  for (fs::directory_iterator entry(parent, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    const bool is_checkpoint = entry->is_directory(ignored) && entry->path().filename().string().starts_with("step-");
    if (is_checkpoint) found.push_back(entry->path());
  }
  if (error) fail_reading(parent, error.value());
  std::ranges::sort(found);
  return found;
}

ModelFiles find_model(const fs::path& given) {
  const auto path = without_trailing_slash(given);
  if (!fs::is_directory(path))
    throw UserError(concat(path.string(), " is no folder; a run, checkpoint or model folder is needed"));
  if (is_model_folder(path)) return model_folder_files(path);
  if (fs::exists(path / "state.json")) return checkpoint_files(path);
  if (is_model_folder(path / "best")) return model_folder_files(path / "best");
  if (const auto checkpoints = list_checkpoints(path); !checkpoints.empty())
    return checkpoint_files(checkpoints.back());
  throw UserError(concat(path.string(), " holds no model: neither model.safetensors with config.json and tokenizer/, ",
                         "nor best/, nor checkpoints/; train one with tfm train"));
}

void check_model_section(const ModelFiles& files, const ModelConfig& model) {
  const auto trained = model_of_weights(files.weights);
  if (!trained) return;
  std::string differences;
  for (const auto& change : compare_models(*trained, model)) {
    differences += concat("\n  ", change.pointer, ": ", change.before, ", now ", change.after);
  }
  if (differences.empty()) return;
  throw UserError(concat(files.config.string(), " was changed: the weights beside it were made with another model:",
                         differences, "\nput its section \"model\" back as it was"));
}

}  // namespace tfm
