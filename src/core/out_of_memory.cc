#include "core/out_of_memory.h"

#include <new>
#include <string_view>

namespace tfm {

bool is_out_of_memory(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return true;
  // LibTorch's allocators have only their words in common: "can't allocate memory" on the CPU, "out of memory" on CUDA.
  const std::string_view text = error.what();
  return text.find("t allocate memory") != std::string_view::npos ||
         text.find("out of memory") != std::string_view::npos;
}

}  // namespace tfm
