#include "training/training_log.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

int64_t size_of(const fs::path& file) {
  std::error_code missing;
  const auto size = fs::file_size(file, missing);
  return missing ? 0 : static_cast<int64_t>(size);
}

fs::path cut_back(fs::path file, int64_t bytes) {
  const auto present = size_of(file);
  if (present < bytes) {
    throw UserError(
        concat("can't write ", file.string(), ": it has ", present, " bytes, but the checkpoint was made when it had ",
               bytes, "; put it back, or start anew with --fresh"),
        ExitCode::kFailed);
  }
  if (present > bytes) cut_file(file, bytes);
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
