// How the C library's allocator treats what a program gives back.
#pragma once

namespace tfm {

// Keeps it for the next tensor instead of returning it to the system, which costs a page fault for each 4 KiB when it
// is asked for again: a training step takes and frees gigabytes. For the whole program; call it before threads start.
// Nothing happens where the C library isn't glibc.
void keep_freed_memory();
// Returns what is free by now: what came before needed more than what follows.
void return_freed_memory();

}  // namespace tfm
