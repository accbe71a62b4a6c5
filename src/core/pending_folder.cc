#include <cerrno>
#include <system_error>
#include <vector>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/system_calls.h"
#include "core/system_files.h"

namespace tfm {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kReplacedMark = ".old";
constexpr std::string_view kRemovedMark = ".removed";

// The name without a slash at its end: "runs/demo/" is "runs/demo".
fs::path without_last_slash(const fs::path& path) { return path.has_filename() ? path : path.parent_path(); }

bool exists_itself(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

void sync_tree(const fs::path& folder) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    std::error_code ignored;
    if (entry->is_regular_file(ignored) || entry->is_directory(ignored)) sync_or_fail(entry->path());
  }
  if (error) fail_changing(concat("write ", folder.string(), " to disk"), error.value());
  sync_or_fail(folder);
}

// Gives `fresh` the name of `old` and the other way round; 0 or the system's error.
int exchange(const fs::path& fresh, const fs::path& old) {
  return system_calls.exchange(fresh.c_str(), old.c_str()) == 0 ? 0 : errno;
}

// Puts `fresh` in the place of `old`. Returns where the older folder stands now.
fs::path replace(const fs::path& fresh, const fs::path& old) {
  const int error = exchange(fresh, old);
  if (error == 0) return fresh;
  if (error != EINVAL && error != ENOSYS) fail_changing(concat("replace ", old.string()), error);
  const fs::path aside = temporary_name(old, kReplacedMark);
  rename_or_fail(old, aside);
  if (system_calls.rename(fresh.c_str(), old.c_str()) == 0) return aside;
  const int reason = errno;
  rename_or_fail(aside, old);
  fail_changing(concat("replace ", old.string()), reason);
}

}  // namespace

PendingFolder::PendingFolder(const fs::path& final_path)
    : final_path_(without_last_slash(final_path)), temporary_path_(temporary_name(final_path_)) {
  static_cast<void>(remove_tree(temporary_path_));  // of a process long dead that had our number; a failure shows below
  make_folder(temporary_path_);
}

PendingFolder::~PendingFolder() {
  if (!committed_) static_cast<void>(remove_tree(temporary_path_));
}

void PendingFolder::commit() {
  sync_tree(temporary_path_);
  fs::path replaced;
  if (exists_itself(final_path_)) {
    replaced = replace(temporary_path_, final_path_);
  } else {
    rename_or_fail(temporary_path_, final_path_);
  }
  committed_ = true;
  sync_or_fail(folder_of(final_path_));
  // The new folder is in place: an older one that can't be removed is left to remove_leftovers.
  if (!replaced.empty()) static_cast<void>(remove_tree(replaced));
}

void remove_folder(const fs::path& path) {
  const fs::path nameless = temporary_name(without_last_slash(path), kRemovedMark);
  rename_or_fail(path, nameless);
  static_cast<void>(remove_tree(nameless));
}

namespace {

void remove_leftover(const fs::path& path) {
  const int error = remove_tree(path);
  if (error == 0) return;
  throw UserError(concat("can't remove ", path.string(), ", left by a tfm that was killed: ", system_reason(error),
                         "; remove it by hand"),
                  ExitCode::kFailed);
}

void mend_or_remove(const fs::path& path) {
  std::string name = name_behind(path.filename().string());
  if (name.empty()) return;
  if (name.ends_with(kReplacedMark)) {
    name.resize(name.size() - kReplacedMark.size());
    if (!exists_itself(path.parent_path() / name)) return rename_or_fail(path, path.parent_path() / name);
  }
  remove_leftover(path);
}

}  // namespace

void remove_leftovers(const fs::path& folder) {
  if (!fs::exists(folder)) return;
  std::error_code error;
  std::vector<fs::path> entries;  // collected first: a folder that changes while it is read may skip some
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
    entries.push_back(entry->path());
  }
  if (error) fail_reading(folder, error.value());
  for (const auto& entry : entries) mend_or_remove(entry);
}

}  // namespace tfm
