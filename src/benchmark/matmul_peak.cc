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
// The cheaper ones first: they say whether there is time for the next.
constexpr std::array kShapes{Shape{256, 256, 256}, Shape{2048, 256, 1024}, Shape{512, 256, 8192},
                             Shape{2048, 512, 2048}, Shape{2048, 2048, 2048}};
constexpr Shape kLargeSquare{8192, 8192, 8192};  // what it takes to fill a GPU
constexpr double kSecondsForEach = 0.25;
constexpr double kMostSeconds = 1.0;  // of one product: a processor without 16-bit arithmetic would take minutes

double operations(const Shape& shape) { return 2.0 * static_cast<double>(shape.rows * shape.from * shape.to); }

double speed(const Shape& shape, at::ScalarType type, at::Device device) {
  const auto options = at::TensorOptions(device).dtype(type);
  const auto x = at::rand({shape.rows, shape.from}, options), weight = at::rand({shape.to, shape.from}, options);
  const auto times = repeated_seconds(device, kSecondsForEach, 3, [&] { at::linear(x, weight); });
  return operations(shape) / std::ranges::min(times);
}

}  // namespace

double matmul_peak(at::ScalarType type, at::Device device) {
  const at::NoGradGuard no_grad;
  if (device.is_cuda()) return speed(kLargeSquare, type, device);
  double best = 0.0;
  for (const auto& shape : kShapes) {
    if (best == 0.0 || operations(shape) / best < kMostSeconds) best = std::max(best, speed(shape, type, device));
  }
  return best;
}

double small_matmul_speed(at::ScalarType type, at::Device device) {
  const at::NoGradGuard no_grad;
  return speed(kShapes.front(), type, device);
}

}  // namespace tfm
