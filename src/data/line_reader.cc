#include "data/line_reader.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

constexpr size_t kBufferBytes = 1 << 18;

[[noreturn]] void fail(const std::filesystem::path& file, const std::string& reason) {
  throw UserError(concat(file.string(), ": can't be read: ", reason));
}

void open_text(std::ifstream& in, std::vector<char>& buffer, const std::filesystem::path& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) fail(file, "it is a folder, where a text file belongs");
  in.rdbuf()->pubsetbuf(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  in.open(file, std::ios::binary);
  if (!in) fail(file, std::strerror(errno));
}

}  // namespace

LineReader::LineReader(std::filesystem::path file) : file_(std::move(file)), buffer_(kBufferBytes) {
  open_text(in_, buffer_, file_);
}

std::optional<CleanLine> LineReader::next() {
  if (!std::getline(in_, raw_, '\n')) {
    if (in_.bad()) fail(file_, std::strerror(errno));
    return std::nullopt;
  }
  ++lines_read_;
  return clean_line(raw_, lines_read_ == 1);
}

int64_t count_lines(const std::filesystem::path& file) {
  std::vector<char> no_buffer;
  std::ifstream in;
  open_text(in, no_buffer, file);
  std::vector<char> block(kBufferBytes);
  int64_t lines = 0;
  char last = '\n';
  while (in.read(block.data(), std::ssize(block)), in.gcount() > 0) {
    lines += std::count(block.begin(), block.begin() + in.gcount(), '\n');
    last = block[static_cast<size_t>(in.gcount() - 1)];
  }
  if (in.bad()) fail(file, std::strerror(errno));
  return last == '\n' ? lines : lines + 1;
}

}  // namespace tfm
