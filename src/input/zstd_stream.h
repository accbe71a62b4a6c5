// Decompression of Zstandard, RFC 8878.
#pragma once

#include <memory>

#include "input/byte_stream.h"
#include "input/raw_file.h"

namespace tfm {

bool is_zstd(std::string_view head);
std::unique_ptr<ByteStream> open_zstd(std::unique_ptr<RawFile> file);

}  // namespace tfm
