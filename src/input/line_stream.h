// Lines as soon as they are there, for input that comes bit by bit.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "core/system_files.h"
#include "text/unicode.h"

namespace tfm {

// Lines of plain UTF-8, cut and mended as LineReader does it. Never waits for more than the end of the next line, so
// that nothing is found out about encoding or compression first.
class LineStream {
 public:
  // `file` "/dev/stdin" is standard input as it was handed over. UserError when it can't be opened.
  explicit LineStream(const std::filesystem::path& file);

  std::optional<CleanLine> next();  // nothing at the end

 private:
  std::filesystem::path file_;
  Descriptor descriptor_;
  std::string waiting_;
  bool first_ = true;
};

}  // namespace tfm
