// Compressed bytes for tests.
#pragma once

#include <zlib.h>
#include <zstd.h>

#include <stdexcept>
#include <string>

namespace tfm {

inline std::string gzipped(const std::string& bytes) {
  z_stream deflater{};
  if (deflateInit2(&deflater, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) throw std::runtime_error("zlib");
  std::string result(deflateBound(&deflater, bytes.size()), '\0');
  std::string input = bytes;  // zlib's pointer isn't to const
  deflater.next_in = reinterpret_cast<unsigned char*>(input.data());
  deflater.avail_in = static_cast<unsigned>(input.size());
  deflater.next_out = reinterpret_cast<unsigned char*>(result.data());
  deflater.avail_out = static_cast<unsigned>(result.size());
  deflate(&deflater, Z_FINISH);
  result.resize(deflater.total_out);
  deflateEnd(&deflater);
  return result;
}

inline std::string zstd_compressed(const std::string& bytes) {
  std::string result(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size = ZSTD_compress(result.data(), result.size(), bytes.data(), bytes.size(), 3);
  if (ZSTD_isError(size) != 0) throw std::runtime_error("zstd");
  result.resize(size);
  return result;
}

}  // namespace tfm
