// A batch divided among the threads of a CPU.
#pragma once

#include <functional>
#include <vector>

#include "data/batch.h"

namespace tfm {

// How many threads work on rows of their own: on a CPU all that are set, since they then wait for each other once a
// batch instead of in every operation; on other devices one.
int64_t number_of_workers(at::Device device);

// Rows with about as many pieces in each share; fewer shares than `most` where the batch is small. In the batch's
// order.
std::vector<Batch> shares_of(const Batch& batch, int64_t most);

// Calls `work` for each of 0 .. count - 1, each on a thread of its own. A single one is called as it is: its operations
// then share the threads among themselves, which within at::parallel_for they wouldn't. An exception is thrown on.
void on_each_worker(int64_t count, const std::function<void(int64_t worker)>& work);

}  // namespace tfm
