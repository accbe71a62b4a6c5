// Memory for many numbers.
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>

namespace tfm {

// Begins at a cache line's address and holds whatever was there. Copies share it. std::bad_alloc where there is none.
template <typename T>
std::shared_ptr<T[]> numbers(int64_t count) {
  static_assert(std::is_trivially_copyable_v<T>);
  constexpr std::size_t kLine = 64;
  const std::size_t bytes = (static_cast<std::size_t>(count) * sizeof(T) + kLine - 1) / kLine * kLine;
  void* memory = std::aligned_alloc(kLine, bytes > 0 ? bytes : kLine);
  if (memory == nullptr) throw std::bad_alloc();
  return std::shared_ptr<T[]>(static_cast<T*>(memory), std::free);
}

}  // namespace tfm
