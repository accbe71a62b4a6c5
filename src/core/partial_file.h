// A file of lines that may be written in several goes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "core/appending_file.h"
#include "core/file_lock.h"

namespace tfm {

// What the lines depend on, as text that is kept beside them.
struct LinesRecord {
  std::string text;
  // Throws when the lines that were made under the record `before` can't be gone on with.
  std::function<void(const std::filesystem::path& lines, const std::string& before)> check;
};

// While it is written, FILE is FILE.partial, with whole lines only, and FILE.partial.json holds the record. commit()
// gives it its name. Whatever ends the process before leaves both, for another go; where no line was complete neither.
class PartialFile {
 public:
  // Begins anew, or with `resume` behind the last whole line of FILE.partial, if there is one (what a kill left of
  // another line is cut off). UserError, with what to do, where there are lines and `resume` isn't given, where their
  // record is missing or record.check throws, and where another process is writing.
  PartialFile(const std::filesystem::path& file, const LinesRecord& record, bool resume);
  ~PartialFile();
  PartialFile(const PartialFile&) = delete;
  PartialFile& operator=(const PartialFile&) = delete;

  // How many there are already.
  int64_t lines() const { return lines_; }
  // Whole lines, each with its line feed. UserError (kFailed) when they can't be written: then none of them is.
  void append(std::string_view lines);
  void commit();
  const std::filesystem::path& partial_path() const { return partial_; }

 private:
  void check_lines(int64_t lines, const LinesRecord& record, bool resume) const;
  void begin(const LinesRecord& record) const;
  void remove() const;

  std::filesystem::path final_, partial_, record_;
  int64_t lines_ = 0;
  std::unique_ptr<AppendingFile> file_;
  std::unique_ptr<FileLock> lock_;
  bool committed_ = false;
};

}  // namespace tfm
