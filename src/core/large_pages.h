// Memory for numbers that are read over and over: on large pages, where the system has some, so that the processor
// finds them without looking pages up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace tfm {

// Hands out pieces of a few large blocks. A piece keeps its block, so the pool may go before its pieces do.
class LargePages {
 public:
  // With whatever is there; begins at a cache line's address. std::bad_alloc where there is no memory.
  template <typename T>
  std::shared_ptr<T[]> take(int64_t count) {
    return std::reinterpret_pointer_cast<T[]>(take_bytes(static_cast<std::size_t>(count) * sizeof(T)));
  }

 private:
  std::shared_ptr<std::byte[]> take_bytes(std::size_t bytes);

  std::shared_ptr<std::byte[]> block_;
  std::size_t used_ = 0, size_ = 0;  // of the block
};

}  // namespace tfm
