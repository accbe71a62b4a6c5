#include "benchmark/timing.h"

#include <torch/cuda.h>

#include <algorithm>
#include <chrono>
#include <numeric>

namespace tfm {

double median(std::vector<double> values) {
  std::ranges::sort(values);
  const auto middle = values.size() / 2;
  return values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2.0;
}

double seconds_of(at::Device device, const std::function<void()>& work) {
  const auto wait = [&] {
    if (device.is_cuda()) torch::cuda::synchronize(device.index());
  };
  wait();
  const auto begin = std::chrono::steady_clock::now();
  work();
  wait();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

std::vector<double> repeated_seconds(at::Device device, double seconds, int least, const std::function<void()>& work) {
  work();
  std::vector<double> times;
  while (std::ssize(times) < least || std::accumulate(times.begin(), times.end(), 0.0) < seconds) {
    times.push_back(seconds_of(device, work));
  }
  return times;
}

}  // namespace tfm
