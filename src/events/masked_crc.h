// The check sums of TensorFlow's record files.
#pragma once

#include <cstdint>
#include <string_view>

namespace tfm::events {

// CRC-32C (Castagnoli; RFC 3720, B.4). A table of our own: a library for 20 lines would be one more thing to install,
// and its speed is of no use for some hundred bytes a log line.
uint32_t crc32c(std::string_view bytes);

// Rotated and shifted as TensorFlow's record_writer does it, so that a sum over bytes that hold sums stays a good one.
uint32_t masked_crc32c(std::string_view bytes);

}  // namespace tfm::events
