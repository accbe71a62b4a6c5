#include "core/host.h"

#include <sched.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace tfm {
namespace {

// The text behind the first "KEY : " of a file of the kernel; empty where there is none.
std::string value_in(const std::filesystem::path& file, const std::string& key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (!line.starts_with(key)) continue;
    const auto begin = line.find_first_not_of(" \t", line.find(':') + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return "";
}

}  // namespace

std::string cpu_name() {
  if (auto name = value_in("/proc/cpuinfo", "model name"); !name.empty()) return name;
  utsname system{};
  ::uname(&system);
  return system.machine;
}

int usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  return ::sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

int64_t physical_memory() {
  return std::max<int64_t>(0, ::sysconf(_SC_PHYS_PAGES)) * std::max<int64_t>(0, ::sysconf(_SC_PAGESIZE));
}

std::vector<std::string> gpu_names() {
  std::vector<std::string> names;
  std::error_code none;
  for (const auto& gpu : std::filesystem::directory_iterator("/proc/driver/nvidia/gpus", none)) {
    if (auto name = value_in(gpu.path() / "information", "Model"); !name.empty()) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace tfm
