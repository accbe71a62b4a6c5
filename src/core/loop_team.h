// Threads that wait for loops to be divided among them. Translating one sentence has hundreds of loops of microseconds:
// a thread that waits looks out for the next one for some time, and then sleeps. On a busy machine, the caller also
// does the parts that no thread has come to take.
#pragma once

#include <cstdint>

namespace tfm {

// Calls run(context, i) for each part i, the first in the caller. Where another loop has the threads, the caller does
// it all. `run` must not throw.
void run_on_loop_team(int64_t parts, void (*run)(void* context, int64_t part), void* context);

// Whether the caller is running such a part.
bool in_loop_team();

}  // namespace tfm
