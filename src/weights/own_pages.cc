#include "weights/own_pages.h"

#include <sys/mman.h>

#include "core/numbers.h"

namespace tfm {
namespace {

constexpr std::size_t kLeastBytes = 64 << 10;  // a page is 4 KiB: what is lost at the end of less counts

}  // namespace

std::shared_ptr<std::byte[]> own_pages(std::size_t bytes) {
  void* pages = bytes < kLeastBytes
                    ? MAP_FAILED
                    : ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return numbers<std::byte>(static_cast<int64_t>(bytes));
  return {static_cast<std::byte*>(pages), [bytes](std::byte* memory) { ::munmap(memory, bytes); }};
}

}  // namespace tfm
