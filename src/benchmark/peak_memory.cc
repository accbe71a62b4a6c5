#include "benchmark/peak_memory.h"

#include <c10/core/CachingDeviceAllocator.h>
#include <sys/resource.h>

namespace tfm {

double peak_memory(at::Device device) {
  if (device.is_cpu()) {
    struct rusage usage {};
    ::getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) * 1024.0;
  }
  const auto stats = c10::getDeviceAllocator(device.type())->getDeviceStats(device.index());
  constexpr auto kAll = static_cast<std::size_t>(c10::CachingAllocator::StatType::AGGREGATE);
  return static_cast<double>(stats.reserved_bytes[kAll].peak);
}

}  // namespace tfm
