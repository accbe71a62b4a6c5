#include "events/event_folder.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <string>

#include "core/appending_file.h"
#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "events/event_message.h"
#include "events/records.h"

namespace tfm::events {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "events.out.tfevents.";
constexpr size_t kSecondsDigits = 10;  // so that the order of names is that of time, until the year 2286
constexpr int64_t kMostSeconds = 9'999'999'999;

// 0 for a name of another form.
int64_t seconds_in_name(const fs::path& file) {
  const auto name = file.filename().string();
  int64_t seconds = 0;
  std::from_chars(name.data() + kPrefix.size(), name.data() + name.size(), seconds);
  return seconds < kMostSeconds ? seconds : 0;
}

std::string host_name() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return "localhost";
  return name.data();
}

[[noreturn]] void fail(const fs::path& file, const std::error_code& problem) {
  throw UserError(concat("can't use ", file.string(), ": ", problem.message(),
                         "; make it writable for you, or set /output/tensorboard to false"),
                  ExitCode::kFailed);
}

struct Kept {
  int64_t bytes = 0;
  bool is_damaged = false;  // what follows is no whole event
};

Kept kept_part(const fs::path& file, int64_t last_step) {
  RecordReader records(file);
  Kept kept;
  while (const auto record = records.next()) {
    const auto step = step_of(*record);
    if (!step) break;
    if (*step > last_step) return kept;
    kept.bytes = records.position();
  }
  kept.is_damaged = true;
  return kept;
}

void cut_back(const fs::path& file, int64_t last_step) {
  const auto kept = kept_part(file, last_step);
  const auto size = static_cast<int64_t>(fs::file_size(file));
  if (kept.bytes == size) return;
  if (kept.is_damaged) {
    log::warning(concat(file.string(), ": the ", size - kept.bytes, " bytes after byte ", kept.bytes,
                        " are no whole events and are cut off"));
  }
  cut_file(file, kept.bytes);
}

}  // namespace

std::vector<fs::path> event_files(const fs::path& folder) {
  std::vector<fs::path> files;
  if (!fs::exists(folder)) return files;
  std::error_code problem;
  for (fs::directory_iterator entry(folder, problem); !problem && entry != fs::directory_iterator();
       entry.increment(problem)) {
    const bool is_event_file = entry->path().filename().string().starts_with(kPrefix) && entry->is_regular_file();
    if (is_event_file) files.push_back(entry->path());
  }
  if (problem) fail(folder, problem);
  std::ranges::sort(files);
  return files;
}

fs::path new_event_file(const fs::path& folder, double wall_time) {
  auto seconds = static_cast<int64_t>(wall_time);
  for (const auto& file : event_files(folder)) seconds = std::max(seconds, seconds_in_name(file) + 1);
  auto digits = std::to_string(seconds);
  digits.insert(0, kSecondsDigits - std::min(kSecondsDigits, digits.size()), '0');
  return folder / concat(kPrefix, digits, ".", host_name(), ".", ::getpid());
}

void cut_back_event_files(const fs::path& folder, int64_t last_step) {
  for (const auto& file : event_files(folder)) cut_back(file, last_step);
}

}  // namespace tfm::events
