#include <memory>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "core/files.h"
#include "core/system_files.h"

namespace tfm {

namespace fs = std::filesystem;

namespace {

std::string hexadecimal(const XXH128_hash_t& hash) {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  std::string digits;
  for (const unsigned char byte : canonical.digest) {
    digits += "0123456789abcdef"[byte >> 4];
    digits += "0123456789abcdef"[byte & 15];
  }
  return digits;
}

// Hands the file to `use` in pieces.

}  // namespace

std::string checksum(std::string_view bytes) { return hexadecimal(XXH3_128bits(bytes.data(), bytes.size())); }

std::string checksum_file(const fs::path& path) {
  const std::unique_ptr<XXH3_state_t, decltype(&XXH3_freeState)> state(XXH3_createState(), XXH3_freeState);
  XXH3_128bits_reset(state.get());
  read_in_pieces(path, [&](std::string_view piece) { XXH3_128bits_update(state.get(), piece.data(), piece.size()); });
  return hexadecimal(XXH3_128bits_digest(state.get()));
}

}  // namespace tfm
