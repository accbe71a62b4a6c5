// Threads that wait for loops to be divided among them. Translating one sentence has thousands of loops of
// microseconds: a thread that waits looks out for the next one for as long as such a loop takes, and then sleeps, so
// that on a busy machine the one that it waits for gets the processor.
#pragma once

#include <cstdint>

namespace tfm {

// Calls run(context, i) for each part i, the first in the caller. Where another loop has the threads, the caller does
// it all. `run` must not throw.
void run_on_loop_team(int64_t parts, void (*run)(void* context, int64_t part), void* context);

// Whether the caller is running such a part.
bool in_loop_team();

}  // namespace tfm
