#include "core/partial_file.h"

#include <algorithm>
#include <utility>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/system_calls.h"
#include "core/system_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

struct WholeLines {
  int64_t count = 0;
  int64_t bytes = 0;  // up to the last line feed
};

WholeLines whole_lines(const fs::path& path) {
  WholeLines lines;
  int64_t read = 0;
  read_in_pieces(path, [&](std::string_view bytes) {
    lines.count += std::ranges::count(bytes, '\n');
    if (const auto last = bytes.rfind('\n'); last != std::string_view::npos) {
      lines.bytes = read + static_cast<int64_t>(last) + 1;
    }
    read += std::ssize(bytes);
  });
  return lines;
}

[[noreturn]] void refuse_to_begin(const fs::path& partial, int64_t lines) {
  throw UserError(
      concat(partial.string(), " has ", lines, lines == 1 ? " line" : " lines",
             " of a translation that was stopped; add --resume to go on with it, or remove it to begin anew"));
}

fs::path behind_links(const fs::path& path) {
  std::error_code error;
  const auto target = fs::is_symlink(path, error) ? fs::canonical(path, error) : path;
  return error ? path : target;
}

void remove_temporaries_of(const fs::path& file) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder_of(file), ignored)) {
    if (name_behind(entry.path().filename().string()) == file.filename()) system_calls.unlink(entry.path().c_str());
  }
}

fs::path with_ending(fs::path path, const char* ending) { return path += ending; }

}  // namespace

PartialFile::PartialFile(const fs::path& file, const LinesRecord& record, bool resume)
    : final_(behind_links(file)),
      partial_(with_ending(final_, ".partial")),
      record_(with_ending(final_, ".partial.json")),
      file_(std::make_unique<AppendingFile>(partial_)) {
  auto lock = std::make_unique<FileLock>(partial_);
  if (resume) remove_temporaries_of(record_);  // a process that was killed may have left one
  const WholeLines found = whole_lines(partial_);
  check_lines(found.count, record, resume);
  if (found.bytes < file_->size()) {
    cut_file(partial_, found.bytes);
    file_ = std::make_unique<AppendingFile>(partial_);
  }
  lines_ = found.count;
  lock_ = std::move(lock);
  if (lines_ == 0) begin(record);
}

PartialFile::~PartialFile() {
  if (!committed_ && lines_ == 0) remove();
}

// Without a whole line nothing is lost when it begins anew.
void PartialFile::check_lines(int64_t lines, const LinesRecord& record, bool resume) const {
  if (lines == 0) return;
  if (!resume) refuse_to_begin(partial_, lines);
  std::error_code ignored;
  if (!fs::exists(record_, ignored)) {
    throw UserError(concat(record_.string(), " is missing, so nobody knows what ", partial_.string(),
                           " was made from; remove ", partial_.string(), " to begin anew"));
  }
  record.check(partial_, read_file(record_));
}

void PartialFile::begin(const LinesRecord& record) const {
  try {
    write_file(record_, record.text);
  } catch (...) {
    remove();
    throw;
  }
}

void PartialFile::append(std::string_view lines) {
  file_->append(lines);
  lines_ += std::ranges::count(lines, '\n');
}

void PartialFile::commit() {
  file_->sync();
  rename_or_fail(partial_, final_);
  committed_ = true;
  sync_or_fail(folder_of(final_));
  system_calls.unlink(record_.c_str());  // a record without its lines does no harm
}

void PartialFile::remove() const {
  system_calls.unlink(partial_.c_str());
  system_calls.unlink(record_.c_str());
}

}  // namespace tfm
