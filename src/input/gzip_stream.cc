#include "input/gzip_stream.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

constexpr size_t kBufferBytes = 1 << 17;
constexpr int kGzipOnly = 15 + 16;  // zlib's code for its largest window and gzip's header
constexpr unsigned char kFirstByte = 0x1F;

class GzipStream : public ByteStream {
 public:
  explicit GzipStream(std::unique_ptr<RawFile> file) : file_(std::move(file)), buffer_(kBufferBytes) {
    if (inflateInit2(&inflater_, kGzipOnly) != Z_OK) throw std::bad_alloc();
  }
  ~GzipStream() override { inflateEnd(&inflater_); }

  size_t read(char* to, size_t size) override {
    inflater_.next_out = reinterpret_cast<unsigned char*>(to);
    const auto wanted = static_cast<uInt>(std::min<size_t>(size, 1U << 30));
    inflater_.avail_out = wanted;
    while (inflater_.avail_out == wanted && (in_member_ || begin_member())) inflate_some();
    return wanted - inflater_.avail_out;
  }
  int64_t bytes_consumed() const override { return file_->bytes_read() - inflater_.avail_in; }
  int64_t file_bytes() const override { return file_->file_bytes(); }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw UserError(concat(file_->file().string(), ": damaged gzip file: ", what, " at byte ", bytes_consumed(),
                           "; fetch or compress the file again"));
  }

  bool has_input() {
    if (inflater_.avail_in > 0) return true;
    inflater_.next_in = buffer_.data();
    inflater_.avail_in = static_cast<uInt>(file_->read(reinterpret_cast<char*>(buffer_.data()), buffer_.size()));
    return inflater_.avail_in > 0;
  }

  // False at the end of the file. Zeros behind the last member are padding, as tapes have it.
  bool begin_member() {
    if (!has_input()) return false;
    if (*inflater_.next_in != kFirstByte) {
      while (has_input()) {
        if (*inflater_.next_in != 0) fail("something that is no gzip follows the compressed data");
        ++inflater_.next_in;
        --inflater_.avail_in;
      }
      return false;
    }
    inflateReset(&inflater_);
    in_member_ = true;
    return true;
  }

  void inflate_some() {
    const bool at_end = !has_input();
    const int result = ::inflate(&inflater_, Z_NO_FLUSH);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result == Z_STREAM_END) {
      in_member_ = false;
    } else if (result == Z_BUF_ERROR && at_end) {
      fail("the data breaks off");
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      fail(inflater_.msg != nullptr ? inflater_.msg : "no gzip data");
    }
  }

  std::unique_ptr<RawFile> file_;
  std::vector<unsigned char> buffer_;
  z_stream inflater_{};
  bool in_member_ = false;
};

}  // namespace

bool is_gzip(std::string_view head) { return head.starts_with("\x1F\x8B"); }

std::unique_ptr<ByteStream> open_gzip(std::unique_ptr<RawFile> file) {
  return std::make_unique<GzipStream>(std::move(file));
}

}  // namespace tfm
