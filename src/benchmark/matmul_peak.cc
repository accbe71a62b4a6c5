#include "benchmark/matmul_peak.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>

#include "benchmark/timing.h"

namespace tfm {
namespace {

struct Shape {
  int64_t rows, from, to;
};
constexpr std::array kShapes{Shape{2048, 2048, 2048}, Shape{2048, 512, 2048}, Shape{2048, 256, 1024},
                             Shape{512, 256, 8192}};
constexpr Shape kLargeSquare{8192, 8192, 8192};  // what it takes to fill a GPU
constexpr double kSecondsForEach = 0.25;

double speed(const Shape& shape, at::ScalarType type, at::Device device) {
  const auto options = at::TensorOptions(device).dtype(type);
  const auto x = at::rand({shape.rows, shape.from}, options), weight = at::rand({shape.to, shape.from}, options);
  const auto times = repeated_seconds(device, kSecondsForEach, 3, [&] { at::linear(x, weight); });
  return 2.0 * static_cast<double>(shape.rows * shape.from * shape.to) / std::ranges::min(times);
}

}  // namespace

double matmul_peak(at::ScalarType type, at::Device device) {
  const at::NoGradGuard no_grad;
  if (device.is_cuda()) return speed(kLargeSquare, type, device);
  double best = 0.0;
  for (const auto& shape : kShapes) best = std::max(best, speed(shape, type, device));
  return best;
}

}  // namespace tfm
