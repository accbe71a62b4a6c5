#include "benchmark/timed_update.h"

#include "benchmark/timing.h"
#include "training/gradients.h"
#include "training/schedule.h"

namespace tfm {

Window window_of(const std::vector<Batch>& batches, int64_t number, int64_t accumulation) {
  Window window;
  for (int64_t i = 0; i < accumulation; ++i) {
    const int64_t index = (number * accumulation + i) % std::ssize(batches);
    const auto& batch = batches[static_cast<std::size_t>(index)];
    window.parts.push_back({{.epoch = 0, .pool = 0, .batch = index}, batch});
    window.tokens += batch.num_target_tokens;
    window.linked_targets += batch.links.num_targets;
  }
  return window;
}

UpdateSeconds timed_update(Transformer& model, WindowGradient& gradient, Optimizer& optimizer,
                           const TrainingConfig& config, const Window& window, int64_t number) {
  const auto parameters = model->parameters();
  const auto device = parameters.front().device();
  UpdateSeconds seconds;
  seconds.gradient = seconds_of(device, [&] { gradient.compute(window, 1.0); });
  seconds.optimizer = seconds_of(device, [&] {
    clip_gradients(parameters, global_gradient_norm(parameters), config.clip_norm);
    optimizer.update(LearningRateSchedule(config).rate(number + 1));
  });
  return seconds;
}

}  // namespace tfm
