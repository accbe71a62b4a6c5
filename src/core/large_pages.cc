#include "core/large_pages.h"

#include <sys/mman.h>

#include <algorithm>
#include <new>

namespace tfm {
namespace {

constexpr std::size_t kPage = std::size_t{2} << 20, kBlock = std::size_t{32} << 20, kLine = 64;

// Begins at a large page; what isn't touched takes no memory.
std::shared_ptr<std::byte[]> map_block(std::size_t bytes) {
  const std::size_t mapped = bytes + kPage;  // somewhere in it a large page begins
  void* memory = ::mmap(nullptr, mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  void* begin = memory;
  std::size_t room = mapped;
  std::align(kPage, bytes, begin, room);
#ifdef MADV_HUGEPAGE
  ::madvise(begin, bytes, MADV_HUGEPAGE);  // small pages where it can't be done
#endif
  return {static_cast<std::byte*>(begin), [memory, mapped](std::byte*) { ::munmap(memory, mapped); }};
}

}  // namespace

std::shared_ptr<std::byte[]> LargePages::take_bytes(std::size_t bytes) {
  const std::size_t lines = (std::max<std::size_t>(bytes, 1) + kLine - 1) / kLine * kLine;
  if (used_ + lines > size_) {
    size_ = std::max(kBlock, (lines + kPage - 1) / kPage * kPage);
    block_ = map_block(size_);
    used_ = 0;
  }
  const std::shared_ptr<std::byte[]> piece(block_, block_.get() + used_);
  used_ += lines;
  return piece;
}

}  // namespace tfm
