// The machine that the program runs on, for people to read.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tfm {

// "Intel(R) Xeon(R) Platinum 8480C"; the architecture where the system doesn't say.
std::string cpu_name();
// Processors that this process may run on.
int usable_processors();
// Bytes; 0 where the system doesn't say.
int64_t physical_memory();
// NVIDIA's, one for each; none where there is no driver.
std::vector<std::string> gpu_names();

}  // namespace tfm
