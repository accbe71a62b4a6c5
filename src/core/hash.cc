#include "core/hash.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tfm {

uint64_t hash64(std::string_view bytes, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

struct RunningHash::State {
  XXH3_state_t hash;
};

RunningHash::RunningHash() : state_(std::make_unique<State>()) { XXH3_64bits_reset(&state_->hash); }
RunningHash::~RunningHash() = default;
RunningHash::RunningHash(RunningHash&&) noexcept = default;
RunningHash& RunningHash::operator=(RunningHash&&) noexcept = default;

void RunningHash::add(std::string_view bytes) { XXH3_64bits_update(&state_->hash, bytes.data(), bytes.size()); }
uint64_t RunningHash::value() const { return XXH3_64bits_digest(&state_->hash); }

}  // namespace tfm
