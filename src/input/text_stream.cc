#include "input/text_stream.h"

#include <array>

#include "core/concat.h"
#include "core/error.h"
#include "text/unicode.h"

namespace tfm {
namespace {

constexpr size_t kHeadBytes = 1 << 20, kStepBytes = 1 << 16;

// The bytes can contradict what they are declared to be: files are converted and keep their first line.
std::string settled_encoding(const std::string& found, const std::string& declared, std::string_view head) {
  const bool says_something = !declared.empty() && !declared.starts_with("UTF") && declared != "US-ASCII";
  if (!says_something || found.starts_with("UTF-16")) return found;
  const bool plainly_utf8 = found == kUtf8 && !is_ascii(head) && is_valid_utf8(head);
  return plainly_utf8 ? found : declared;
}

size_t give(const std::string& from, size_t& given, char* to, size_t size) {
  const size_t count = from.copy(to, size, given);
  given += count;
  return count;
}

std::string upper_case(std::string text) {
  for (char& c : text) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return text;
}

}  // namespace

TextStream::TextStream(std::filesystem::path file, TextEncoding encoding, const DeclaredEncoding& declared)
    : file_(std::move(file)), bytes_(open_bytes(file_)), encoding_(kUtf8) {
  if (encoding == TextEncoding::kUtf8) return;
  read_head();
  encoding_ = encoding_name(encoding, head_, ended_);
  if (encoding == TextEncoding::kAuto && declared) {
    std::string_view lines = head_;
    if (!ended_) lines = lines.substr(0, lines.rfind('\n'));
    encoding_ = settled_encoding(encoding_, upper_case(declared(head_)), lines);
  }
  if (encoding_ == kUtf8) return;
  try {
    decoder_.emplace(encoding_);
  } catch (const UserError& error) {
    throw UserError(concat(file_.string(), ": ", error.what()));
  }
}

size_t TextStream::read(char* to, size_t size) {
  if (!decoder_) return read_bytes(to, size);
  std::array<char, 1 << 15> block;
  while (text_given_ == text_.size()) {
    text_.clear();
    text_given_ = 0;
    const size_t count = read_bytes(block.data(), block.size());
    if (count > 0) {
      decoder_->decode({block.data(), count}, text_);
    } else {
      decoder_->finish(text_);
      if (text_.empty()) return 0;
    }
  }
  return give(text_, text_given_, to, size);
}

void TextStream::read_head() {
  while (!ended_ && head_.size() < kHeadBytes) {
    const size_t size = head_.size();
    head_.resize(size + kStepBytes);
    const size_t more = bytes_->read(head_.data() + size, kStepBytes);
    head_.resize(size + more);
    ended_ = more == 0;
  }
}

size_t TextStream::read_bytes(char* to, size_t size) {
  if (head_given_ < head_.size()) return give(head_, head_given_, to, size);
  if (!head_.empty()) head_ = std::string();
  head_given_ = 0;
  return ended_ ? 0 : bytes_->read(to, size);
}

}  // namespace tfm
