// A batch divided among the threads of a CPU.
#pragma once

#include <vector>

#include "data/batch.h"

namespace tfm {

// How many threads work on rows of their own: on a CPU all that are set, since they then wait for each other once a
// batch instead of in every operation; on other devices one.
int64_t number_of_workers(at::Device device);

// Rows with about as many pieces in each share; fewer shares than `most` where the batch is small. In the batch's
// order.
std::vector<Batch> shares_of(const Batch& batch, int64_t most);

}  // namespace tfm
