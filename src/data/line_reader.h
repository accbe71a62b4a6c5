// Text files as clean lines, one at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "text/unicode.h"

namespace tfm {

// Cuts at line feeds only; a last line without one counts. Holds one line in memory. Pipes work.
class LineReader {
 public:
  // UserError when the file is missing, a folder or unreadable.
  explicit LineReader(std::filesystem::path file);

  std::optional<CleanLine> next();  // nothing at the end
  int64_t lines_read() const { return lines_read_; }
  const std::filesystem::path& file() const { return file_; }

 private:
  std::filesystem::path file_;
  std::vector<char> buffer_;
  std::ifstream in_;
  std::string raw_;
  int64_t lines_read_ = 0;
};

// How many lines LineReader would give, much faster.
int64_t count_lines(const std::filesystem::path& file);

}  // namespace tfm
