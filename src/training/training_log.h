// RUN/log.jsonl: one JSON object a line, an "event" first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/appending_file.h"

namespace tfm {

class TrainingLog {
 public:
  using Value = std::variant<bool, int64_t, double, std::string, std::vector<std::string>>;
  using Fields = std::vector<std::pair<std::string, Value>>;

  // Opens or begins `file` and cuts it back to its first `bytes`: what a run wrote after the checkpoint that it goes on
  // from will be written again. UserError (kFailed) when the file can't be written or is shorter than that.
  TrainingLog(std::filesystem::path file, int64_t bytes);

  // A number that is not finite is written as null. Returns the line, without its end.
  std::string write(const std::string& event, const Fields& fields);
  // Brings it to disk.
  void sync() { out_.sync(); }
  // Bytes so far.
  int64_t size() const { return out_.size(); }

 private:
  AppendingFile out_;
};

}  // namespace tfm
