// RUN/log.jsonl: one JSON object a line, an "event" first.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

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
  // Bytes so far.
  int64_t size() const { return size_; }

 private:
  std::filesystem::path file_;
  std::ofstream out_;
  int64_t size_;
};

}  // namespace tfm
