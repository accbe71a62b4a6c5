// XXH3 of 64 bits: fast, and spread well enough that different bytes meet by chance alone (1 in 2^64).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

namespace tfm {

uint64_t hash64(std::string_view bytes, uint64_t seed = 0);

// The same of bytes that come piece by piece.
class RunningHash {
 public:
  RunningHash();
  ~RunningHash();
  RunningHash(RunningHash&&) noexcept;
  RunningHash& operator=(RunningHash&&) noexcept;

  void add(std::string_view bytes);
  uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tfm
