// The bytes of a file, decompressed where it is compressed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>

namespace tfm {

class ByteStream {
 public:
  virtual ~ByteStream() = default;
  // At most `size` bytes (more than 0); 0 only at the end. UserError when the file can't be read, or with the offset
  // (of the compressed file) where compressed data is damaged or breaks off.
  virtual size_t read(char* to, size_t size) = 0;
  // How much of the file, as it lies on disk, was taken in so far, and how long it is; 0 where that is unknown (pipes).
  virtual int64_t bytes_consumed() const = 0;
  virtual int64_t file_bytes() const = 0;
};

// gzip (also several members, as of `cat a.gz b.gz`), Zstandard (also several frames), or anything else as it is. The
// first bytes decide, not the name. Pipes work. UserError when the file is missing, a folder, unreadable, or compressed
// in another way (xz, bzip2, zip).
std::unique_ptr<ByteStream> open_bytes(const std::filesystem::path& file);

}  // namespace tfm
