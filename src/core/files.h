// Reading, and writing such that a file appears under its final name only when it is complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace tfm {

// The whole file; a pipe is read to its end. UserError when it is missing, a folder, or can't be read.
std::string read_file(const std::filesystem::path& path);

// A file that appears whole: write to stream(), then commit(). Without commit() the destructor removes it.
// The bytes go to ".<name>.tmp-<pid>" in the same folder. A link is followed; a device or a pipe is written directly.
class PendingFile {
 public:
  // UserError (kFailed) when the temporary file can't be made.
  explicit PendingFile(const std::filesystem::path& path);
  ~PendingFile();
  PendingFile(const PendingFile&) = delete;
  PendingFile& operator=(const PendingFile&) = delete;

  // Can't be positioned. Its error state may be looked at early; commit() reports every error.
  std::ostream& stream();
  // Syncs to disk, then renames. A UserError (kFailed) names the path, the bytes written up to the error and the
  // reason.
  void commit();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Writes a PendingFile and commits it. On failure no trace is left of it and an older file of that name is untouched.
void write_file(const std::filesystem::path& path, std::string_view bytes);
// The same for output that is made piece by piece: `write` gets the stream.
void write_file(const std::filesystem::path& path, const std::function<void(std::ostream&)>& write);

// Makes the folder and its parents; UserError (kFailed) with path and reason.
void make_folder(const std::filesystem::path& path);

// Takes the folder's name away in one step, then removes what it holds: a kill leaves no part of it under its name.
// What stays behind is remove_leftovers' to clear. UserError (kFailed) when it can't be begun.
void remove_folder(const std::filesystem::path& path);

// A folder that appears whole: fill path(), then commit(). Without commit() the destructor removes it.
class PendingFolder {
 public:
  // The temporary folder stands beside `final_path`, as ".<name>.tmp-<pid>".
  explicit PendingFolder(const std::filesystem::path& final_path);
  ~PendingFolder();
  PendingFolder(const PendingFolder&) = delete;
  PendingFolder& operator=(const PendingFolder&) = delete;

  const std::filesystem::path& path() const { return temporary_path_; }
  // Syncs every file, then takes the final name; an older folder of that name is exchanged in one step and removed.
  // (Two steps on file systems that can't exchange; remove_leftovers mends what a kill between them leaves.)
  void commit();

 private:
  std::filesystem::path final_path_;
  std::filesystem::path temporary_path_;
  bool committed_ = false;
};

// Removes what killed processes left in `folder`: entries with the temporary names of PendingFile and PendingFolder.
// An older folder that had lost its name and has no successor yet gets its name back.
// Only for a folder whose lock is held; a missing folder has none.
void remove_leftovers(const std::filesystem::path& folder);

// One writer for a folder: holds an exclusive lock on FOLDER/.lock until destroyed (or the process dies).
// The file stays behind; a lock file that came and went could be held twice.
class FolderLock {
 public:
  // UserError (kFailed) that names the folder and the process that holds it.
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int descriptor_ = -1;
};

// Whether somebody holds the folder's lock at this moment. Changes nothing; a folder that was never locked isn't.
bool is_locked(const std::filesystem::path& folder);

// XXH3 of 128 bits, as 32 hexadecimal digits. Guards against damage, not against malice.
std::string checksum(std::string_view bytes);
std::string checksum_file(const std::filesystem::path& path);

}  // namespace tfm
