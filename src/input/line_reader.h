// Text files as clean lines, one at a time.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "input/text_stream.h"
#include "text/unicode.h"

namespace tfm {

// A line without byte-order mark and carriage return, but not mended: clean_line does that for it or for its parts.
struct RawLine {
  std::string_view text;  // UTF-8, with ill-formed bytes
  bool had_bom = false;
  bool had_carriage_return = false;
};

// Cuts at line feeds only (in UTF-16: at U+000A); a last line without one counts. Holds one line in memory. Pipes work.
class LineReader {
 public:
  // UserError as TextStream has it.
  explicit LineReader(std::filesystem::path file, TextEncoding encoding = TextEncoding::kAuto,
                      const DeclaredEncoding& declared = {});

  std::optional<CleanLine> next();  // nothing at the end
  // The same line unmended; it stays until the next call.
  std::optional<RawLine> next_raw();
  int64_t lines_read() const { return lines_read_; }
  const TextStream& stream() const { return stream_; }
  const std::filesystem::path& file() const { return stream_.file(); }

 private:
  std::optional<std::string_view> next_bytes();
  bool fill();

  TextStream stream_;
  std::vector<char> buffer_;
  size_t begin_ = 0;  // of what is not given yet
  size_t end_ = 0;
  int64_t lines_read_ = 0;
};

// How many lines LineReader would give, much faster.
int64_t count_lines(const std::filesystem::path& file, TextEncoding encoding = TextEncoding::kAuto);

}  // namespace tfm
