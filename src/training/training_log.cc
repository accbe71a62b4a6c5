#include "training/training_log.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/log.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

int64_t size_of(const fs::path& file) {
  std::error_code missing;
  const auto size = fs::file_size(file, missing);
  return missing ? 0 : static_cast<int64_t>(size);
}

// The last full line's end.
int64_t end_of_lines(const fs::path& file) {
  return static_cast<int64_t>(read_file(file).rfind('\n') + 1);  // none: npos + 1 = 0
}

// A log that somebody shortened is a pity, and no reason not to go on.
fs::path cut_back(fs::path file, int64_t bytes) {
  const auto present = size_of(file);
  if (present >= bytes) {
    if (present > bytes) cut_file(file, bytes);
    return file;
  }
  log::warning(concat(file.string(), " has lost lines: it has ", present, " bytes and had ", bytes,
                      " at the checkpoint; the run goes on without them"));
  if (present > 0) cut_file(file, end_of_lines(file));
  return file;
}

}  // namespace

TrainingLog::TrainingLog(fs::path file, int64_t bytes) : out_(cut_back(std::move(file), bytes)) {}

std::string TrainingLog::write(const std::string& event, const Fields& fields) {
  Json line;
  line["event"] = event;
  for (const auto& [name, value] : fields) {
    std::visit([&](const auto& v) { line[name] = v; }, value);  // JSON has no NaN: the library writes null
  }
  // A translation need not be UTF-8.
  std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace);
  out_.append(text + "\n");
  return text;
}

}  // namespace tfm
