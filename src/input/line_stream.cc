#include "input/line_stream.h"

#include <array>
#include <cerrno>
#include <utility>

namespace tfm {

LineStream::LineStream(const std::filesystem::path& file) : file_(file), descriptor_(open_for_reading(file)) {}

std::optional<CleanLine> LineStream::next() {
  std::array<char, 1 << 14> block;
  size_t end = waiting_.find('\n');
  while (end == std::string::npos) {
    const size_t searched = waiting_.size();
    const ssize_t count = read_retrying(descriptor_.get(), block.data(), block.size());
    if (count < 0) fail_reading(file_, errno);
    if (count == 0) {
      if (waiting_.empty()) return std::nullopt;
      return clean_line(std::exchange(waiting_, ""), std::exchange(first_, false));
    }
    waiting_.append(block.data(), static_cast<size_t>(count));
    end = waiting_.find('\n', searched);
  }
  auto line = clean_line(std::string_view(waiting_).substr(0, end), std::exchange(first_, false));
  waiting_.erase(0, end + 1);
  return line;
}

}  // namespace tfm
