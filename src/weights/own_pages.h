// Memory that goes back to the system as soon as it is given up: of weights that are laid out anew one after the other,
// no two copies are there at a time, and the heap keeps no holes where the first one was.
#pragma once

#include <cstddef>
#include <memory>

namespace tfm {

// With whatever is there. Little of it, and where the system has no such pages, is like any other memory.
std::shared_ptr<std::byte[]> own_pages(std::size_t bytes);

}  // namespace tfm
