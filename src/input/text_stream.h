// The text of a file as UTF-8, whatever its compression and encoding.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "config/config.h"
#include "input/byte_stream.h"
#include "input/text_encoding.h"

namespace tfm {

// What a file says of its encoding in its first lines ("GBK"); empty when it doesn't.
using DeclaredEncoding = std::function<std::string(std::string_view head)>;

class TextStream {
 public:
  // With TextEncoding::kAuto the first MiB tells; a declaration counts where that MiB isn't plainly UTF-8 or UTF-16.
  // UserError as open_bytes and Decoder have it.
  explicit TextStream(std::filesystem::path file, TextEncoding encoding = TextEncoding::kAuto,
                      const DeclaredEncoding& declared = {});

  // At most `size` bytes of UTF-8 (more than 0); 0 only at the end. Ill-formed sequences are still there: bytes that
  // are not UTF-8, one for each sequence of another encoding. So is a byte-order mark.
  size_t read(char* to, size_t size);

  const std::string& encoding() const { return encoding_; }
  const std::filesystem::path& file() const { return file_; }
  int64_t bytes_consumed() const { return bytes_->bytes_consumed(); }
  int64_t file_bytes() const { return bytes_->file_bytes(); }

 private:
  void read_head();
  size_t read_bytes(char* to, size_t size);

  std::filesystem::path file_;
  std::unique_ptr<ByteStream> bytes_;
  std::string head_;  // read ahead
  size_t head_given_ = 0;
  bool ended_ = false;
  std::string encoding_;
  std::optional<Decoder> decoder_;
  std::string text_;  // decoded
  size_t text_given_ = 0;
};

}  // namespace tfm
