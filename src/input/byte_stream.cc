#include "input/byte_stream.h"

#include <array>
#include <string_view>
#include <utility>

#include "core/concat.h"
#include "core/error.h"
#include "input/gzip_stream.h"
#include "input/raw_file.h"
#include "input/zstd_stream.h"

namespace tfm {
namespace {

class PlainStream : public ByteStream {
 public:
  explicit PlainStream(std::unique_ptr<RawFile> file) : file_(std::move(file)) {}
  size_t read(char* to, size_t size) override { return file_->read(to, size); }
  int64_t bytes_consumed() const override { return file_->bytes_read(); }
  int64_t file_bytes() const override { return file_->file_bytes(); }

 private:
  std::unique_ptr<RawFile> file_;
};

using namespace std::string_view_literals;
constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kOtherCompressions{
    {{"\xFD\x37zXZ\0"sv, "xz"}, {"PK\x03\x04"sv, "a zip archive"}, {"7z\xBC\xAF\x27\x1C"sv, "a 7z archive"}}};
constexpr std::string_view kBzip2Block = "1AY&";  // behind "BZh" and a digit

void refuse_other_compressions(const RawFile& file) {
  const auto refuse = [&](std::string_view what) {
    throw UserError(concat(file.file().string(), " is compressed with ", what,
                           ", which tfm doesn't read; decompress it, or use gzip or zstd"));
  };
  for (const auto& [first_bytes, name] : kOtherCompressions) {
    if (file.head().starts_with(first_bytes)) refuse(name);
  }
  if (file.head().starts_with("BZh") && file.head().substr(4) == kBzip2Block) refuse("bzip2");
}

}  // namespace

std::unique_ptr<ByteStream> open_bytes(const std::filesystem::path& file) {
  auto raw = std::make_unique<RawFile>(file);
  if (is_gzip(raw->head())) return open_gzip(std::move(raw));
  if (is_zstd(raw->head())) return open_zstd(std::move(raw));
  refuse_other_compressions(*raw);
  return std::make_unique<PlainStream>(std::move(raw));
}

}  // namespace tfm
