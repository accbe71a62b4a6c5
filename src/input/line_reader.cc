#include "input/line_reader.h"

#include <algorithm>
#include <cstring>

namespace tfm {
namespace {

constexpr size_t kBufferBytes = 1 << 18;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

}  // namespace

LineReader::LineReader(std::filesystem::path file, TextEncoding encoding, const DeclaredEncoding& declared)
    : stream_(std::move(file), encoding, declared), buffer_(kBufferBytes) {}

std::optional<CleanLine> LineReader::next() {
  const auto bytes = next_bytes();
  if (!bytes) return std::nullopt;
  return clean_line(*bytes, lines_read_ == 1);
}

std::optional<RawLine> LineReader::next_raw() {
  const auto bytes = next_bytes();
  if (!bytes) return std::nullopt;
  RawLine line{*bytes};
  line.had_bom = lines_read_ == 1 && line.text.starts_with(kByteOrderMark);
  if (line.had_bom) line.text.remove_prefix(kByteOrderMark.size());
  line.had_carriage_return = line.text.ends_with('\r');
  if (line.had_carriage_return) line.text.remove_suffix(1);
  return line;
}

std::optional<std::string_view> LineReader::next_bytes() {
  size_t searched = 0;
  while (true) {
    const char* from = buffer_.data() + begin_;
    const size_t waiting = end_ - begin_;
    const void* line_feed = std::memchr(from + searched, '\n', waiting - searched);
    if (line_feed == nullptr) {
      searched = waiting;
      if (fill()) continue;
      if (waiting == 0) return std::nullopt;
    }
    const size_t length =
        line_feed == nullptr ? waiting : static_cast<size_t>(static_cast<const char*>(line_feed) - from);
    const std::string_view line(buffer_.data() + begin_, length);
    begin_ += std::min(length + 1, waiting);
    ++lines_read_;
    return line;
  }
}

// More bytes behind those that wait, which move to the front. False at the end.
bool LineReader::fill() {
  std::copy(buffer_.data() + begin_, buffer_.data() + end_, buffer_.data());
  end_ -= begin_;
  begin_ = 0;
  if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  const size_t count = stream_.read(buffer_.data() + end_, buffer_.size() - end_);
  end_ += count;
  return count > 0;
}

int64_t count_lines(const std::filesystem::path& file, TextEncoding encoding) {
  TextStream stream(file, encoding);
  std::vector<char> block(kBufferBytes);
  int64_t lines = 0;
  char last = '\n';
  while (const size_t count = stream.read(block.data(), block.size())) {
    lines += std::count(block.data(), block.data() + count, '\n');
    last = block[count - 1];
  }
  return last == '\n' ? lines : lines + 1;
}

}  // namespace tfm
