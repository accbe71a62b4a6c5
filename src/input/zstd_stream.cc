#include "input/zstd_stream.h"

#include <zstd.h>

#include <new>
#include <vector>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

constexpr int kLargestWindow = sizeof(size_t) == 4 ? 30 : 31;  // what `zstd --long=31` makes, which asks for 2 GiB

class ZstdStream : public ByteStream {
 public:
  explicit ZstdStream(std::unique_ptr<RawFile> file)
      : file_(std::move(file)), buffer_(ZSTD_DStreamInSize()), context_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!context_) throw std::bad_alloc();
    ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kLargestWindow);
    input_ = {buffer_.data(), 0, 0};
  }

  size_t read(char* to, size_t size) override {
    ZSTD_outBuffer output{to, size, 0};
    while (output.pos == 0) {
      if (!has_more_output_ && !has_input()) {
        if (in_frame_) fail("the data breaks off");
        return 0;
      }
      const size_t result = ZSTD_decompressStream(context_.get(), &output, &input_);
      if (ZSTD_isError(result) != 0) fail(ZSTD_getErrorName(result));
      in_frame_ = result != 0;
      has_more_output_ = in_frame_ && output.pos == output.size;
    }
    return output.pos;
  }
  int64_t bytes_consumed() const override {
    return file_->bytes_read() - static_cast<int64_t>(input_.size - input_.pos);
  }
  int64_t file_bytes() const override { return file_->file_bytes(); }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw UserError(concat(file_->file().string(), ": damaged Zstandard file: ", what, " at byte ", bytes_consumed(),
                           "; fetch or compress the file again"));
  }

  bool has_input() {
    if (input_.pos < input_.size) return true;
    input_.size = file_->read(buffer_.data(), buffer_.size());
    input_.pos = 0;
    return input_.size > 0;
  }

  std::unique_ptr<RawFile> file_;
  std::vector<char> buffer_;
  std::unique_ptr<ZSTD_DCtx, size_t (*)(ZSTD_DCtx*)> context_;
  ZSTD_inBuffer input_{};
  bool in_frame_ = false;
  bool has_more_output_ = false;
};

}  // namespace

// A frame, or one of those that decoders skip, which some tools put in front.
bool is_zstd(std::string_view head) {
  return head.starts_with("\x28\xB5\x2F\xFD") ||
         (head.size() >= 4 && (head[0] & 0xF0) == 0x50 && head.substr(1, 3) == "\x2A\x4D\x18");
}

std::unique_ptr<ByteStream> open_zstd(std::unique_ptr<RawFile> file) {
  return std::make_unique<ZstdStream>(std::move(file));
}

}  // namespace tfm
