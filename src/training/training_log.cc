#include "training/training_log.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

[[noreturn]] void fail(const fs::path& file, const std::string& reason) {
  throw UserError(concat("can't write ", file.string(), ": ", reason), ExitCode::kFailed);
}

int64_t size_of(const fs::path& file) {
  std::error_code missing;
  const auto size = fs::file_size(file, missing);
  return missing ? 0 : static_cast<int64_t>(size);
}

}  // namespace

TrainingLog::TrainingLog(fs::path file, int64_t bytes) : file_(std::move(file)), size_(bytes) {
  if (const auto present = size_of(file_); present < bytes) {
    fail(file_, concat("it has ", present, " bytes, but the checkpoint was made when it had ", bytes,
                       "; put it back, or start anew with --fresh"));
  } else if (present > bytes) {
    std::error_code problem;
    fs::resize_file(file_, static_cast<std::uintmax_t>(bytes), problem);
    if (problem) fail(file_, problem.message());
  }
  out_.open(file_, std::ios::binary | std::ios::app);
  if (!out_) fail(file_, "it can't be opened");
}

std::string TrainingLog::write(const std::string& event, const Fields& fields) {
  Json line;
  line["event"] = event;
  for (const auto& [name, value] : fields) {
    std::visit([&](const auto& v) { line[name] = v; }, value);  // JSON has no NaN: the library writes null
  }
  // A translation need not be UTF-8.
  std::string text = line.dump(-1, ' ', false, Json::error_handler_t::replace);
  out_ << text << '\n' << std::flush;
  if (!out_) fail(file_, "the disk may be full");
  size_ += static_cast<int64_t>(text.size()) + 1;
  return text;
}

}  // namespace tfm
