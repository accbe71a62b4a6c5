#include "checkpoint/own_pages.h"

#include <ATen/ATen.h>
#include <sys/mman.h>

namespace tfm {
namespace {

constexpr std::size_t kLeastBytes = 64 << 10;  // a page is 4 KiB: what is lost at the end of smaller ones counts

}  // namespace

at::Tensor empty_on_own_pages(at::IntArrayRef shape, at::ScalarType type) {
  const auto bytes = static_cast<std::size_t>(c10::multiply_integers(shape)) * c10::elementSize(type);
  void* pages = bytes < kLeastBytes
                    ? MAP_FAILED
                    : ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return at::empty(shape, type);
  return at::from_blob(pages, shape, [bytes](void* memory) { ::munmap(memory, bytes); }, type);
}

}  // namespace tfm
