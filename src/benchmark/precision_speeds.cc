#include "benchmark/precision_speeds.h"

#include <ATen/detail/CUDAHooksInterface.h>

#include <chrono>

#include "benchmark/matmul_peak.h"
#include "benchmark/timed_update.h"
#include "benchmark/timing.h"
#include "core/interrupt.h"
#include "training/frozen_parameters.h"

namespace tfm {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kImitatedIsSlower = 2.0;  // times than float32, by far more; real bfloat16 is not
constexpr std::size_t kRounds = 3;
constexpr double kSeconds = 1.0;         // that rounds are added for
constexpr double kPatientSeconds = 3.0;  // after which one round has to do

// Not imitated, which can't be faster. On a GPU, what LibTorch asks for here is compute capability 8.0, from which on
// there is bfloat16. A processor without it multiplies a hundred times slower: an update would take minutes.
bool has_bfloat16(at::Device device) {
  if (device.is_cuda()) return at::detail::getCUDAHooks().supportsBFloat16ConvolutionWithCuDNNv8();
  return small_matmul_speed(at::kBFloat16, device) > small_matmul_speed(at::kFloat, device) / kImitatedIsSlower;
}

// One precision's updates of a model that both share, as they share the optimizer.
class Trial {
 public:
  Trial(Transformer& model, Optimizer& optimizer, TrainingConfig config, Precision precision)
      : model_(model),
        optimizer_(optimizer),
        config_(with(std::move(config), precision)),
        gradient_(std::make_unique<WindowGradient>(model, config_)) {}

  void update(const std::vector<Batch>& batches, int64_t number) {
    stop_if_asked();
    const auto window = window_of(batches, number, 1);
    const auto seconds = timed_update(model_, *gradient_, optimizer_, config_, window, number);
    if (number > 0) speeds_.push_back(static_cast<double>(window.tokens) / seconds.total());  // the first one warms up
  }
  std::size_t updates() const { return speeds_.size(); }
  double speed() const { return median(speeds_); }

 private:
  static TrainingConfig with(TrainingConfig config, Precision precision) {
    config.precision = precision;
    return config;
  }

  Transformer& model_;
  Optimizer& optimizer_;
  TrainingConfig config_;
  std::unique_ptr<WindowGradient> gradient_;
  std::vector<double> speeds_;
};

}  // namespace

Precision faster_precision(const PrecisionSpeeds& speeds) {
  return speeds.bfloat16 > (1.0 + kBfloat16Gain) * speeds.float32 ? Precision::kBfloat16 : Precision::kFloat32;
}

PrecisionSpeeds measure_precisions(Transformer& model, const TrainingConfig& config,
                                   const std::vector<Batch>& batches) {
  if (!has_bfloat16(model->output_weight().device())) return {};
  const auto optimizer = make_optimizer(trained_parameters(model), config);
  Trial float32(model, *optimizer, config, Precision::kFloat32);
  Trial bfloat16(model, *optimizer, config, Precision::kBfloat16);
  const auto begin = Clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begin).count(); };
  const auto enough = [&] {
    const std::size_t rounds = float32.updates();
    return (rounds >= kRounds && seconds() >= kSeconds) || (rounds >= 1 && seconds() >= kPatientSeconds);
  };
  for (int64_t number = 0; !enough(); ++number) {
    float32.update(batches, number);
    bfloat16.update(batches, number);
  }
  return {float32.speed(), bfloat16.speed()};
}

}  // namespace tfm
