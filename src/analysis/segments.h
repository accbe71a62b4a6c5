// Work on every segment.
#pragma once

#include "core/parallel.h"

namespace tfm::analysis {

// Calls work(segment) for 0 to count - 1, on all cores and in no order.
template <typename Work>
void for_each_segment(std::size_t count, const Work& work) {
  parallel_for(static_cast<int64_t>(count), 0, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) work(static_cast<std::size_t>(i));
  });
}

}  // namespace tfm::analysis
