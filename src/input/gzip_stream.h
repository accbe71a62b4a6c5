// Decompression of gzip, RFC 1952.
#pragma once

#include <memory>

#include "input/byte_stream.h"
#include "input/raw_file.h"

namespace tfm {

bool is_gzip(std::string_view head);
std::unique_ptr<ByteStream> open_gzip(std::unique_ptr<RawFile> file);

}  // namespace tfm
