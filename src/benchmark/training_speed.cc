#include "benchmark/training_speed.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "benchmark/synthetic_text.h"
#include "benchmark/timed_update.h"
#include "benchmark/timing.h"
#include "benchmark/useful_flops.h"
#include "training/batch_shares.h"
#include "training/frozen_parameters.h"
#include "training/model_input.h"

namespace tfm {
namespace {

constexpr double kMedianLength = 18.0;
constexpr int64_t kPairs = 4000;
constexpr int kLeastUpdates = 5;
constexpr std::size_t kBatchesForParts = 3;

struct Update {
  UpdateSeconds seconds;
  double tokens = 0.0;
  double flops = 0.0;
};

double total(const std::map<std::string, double>& flops) {
  double sum = 0.0;
  for (const auto& [name, value] : flops) sum += value;
  return sum;
}

class TrainingBenchmark {
 public:
  TrainingBenchmark(const Config& config, at::Device device)
      : config_(config),
        device_(device),
        model_(config.model, Vocabulary{.source_size = config.tokenizer.vocab_size,
                                        .target_size = config.tokenizer.vocab_size,
                                        .shared = config.tokenizer.shared}),
        batches_(synthetic_batches(synthetic_pairs(kPairs, kMedianLength, config.tokenizer.vocab_size, 1),
                                   config.training.batch_tokens, 1)) {
    model_->initialize(1);
    model_->to(device);
    optimizer_ = make_optimizer(trained_parameters(model_), config.training);
    gradient_ = std::make_unique<WindowGradient>(model_, config.training);
  }

  Update update(int64_t number) {
    const auto window = window_of(batches_, number, config_.training.accumulation);
    Update result{.seconds = {}, .tokens = static_cast<double>(window.tokens)};
    for (const auto& part : window.parts) result.flops += 3.0 * total(useful_forward_flops(model_, part.batch));
    result.seconds = timed_update(model_, *gradient_, *optimizer_, config_.training, window, number);
    return result;
  }

  // Seconds of each part for each real target token, medians over some batches.
  std::vector<TrainingSpeed::Part> parts() {
    WorkerModels models(model_, scalar_type(config_.training.precision), number_of_workers(device_));
    models.take_weights();
    std::map<std::string, std::vector<double>> seconds, flops;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(kBatchesForParts, batches_.size()); ++i) {
      const auto useful = useful_forward_flops(model_, batches_[i]);
      const auto tokens = static_cast<double>(batches_[i].num_target_tokens);
      for (const auto& part : time_parts(models, batches_[i], config_.training.label_smoothing)) {
        if (i == 0) names.push_back(part.name);
        seconds[part.name].push_back(part.seconds / tokens);
        flops[part.name].push_back(useful.contains(part.name) ? 3.0 * useful.at(part.name) / tokens : 0.0);
      }
    }
    std::vector<TrainingSpeed::Part> result;
    for (const auto& name : names) {
      const double each = median(seconds[name]);
      result.push_back({name, each, median(flops[name]) / each});
    }
    return result;
  }

  // Of the batches as the workers are given them.
  double padding() const {
    const WorkerModels models(model_, scalar_type(config_.training.precision), 1);
    double places = 0.0, real = 0.0;
    for (const auto& batch : batches_) {
      for (const auto& share : shares_of(batch, number_of_workers(device_))) {
        const auto input = model_input(models[0], share);
        places += static_cast<double>(input.source.ids.numel() + input.target_input.ids.numel());
      }
      real += static_cast<double>(batch.num_source_tokens + batch.num_target_tokens);
    }
    return 1.0 - real / places;
  }
  int64_t parameters() const { return model_->num_parameters(); }

 private:
  Config config_;
  at::Device device_;
  Transformer model_;
  std::vector<Batch> batches_;
  std::unique_ptr<Optimizer> optimizer_;
  std::unique_ptr<WindowGradient> gradient_;
};

template <typename Value>
double median_of(const std::vector<Update>& updates, const Value& value) {
  std::vector<double> values;
  for (const auto& update : updates) values.push_back(value(update));
  return median(std::move(values));
}

}  // namespace

TrainingSpeed measure_training(const Config& config, double seconds, at::Device device) {
  TrainingBenchmark benchmark(config, device);
  for (int64_t i = 0; i < 2; ++i) benchmark.update(i);  // memory is taken and pages are touched
  std::vector<Update> updates;
  for (double spent = 0.0; spent < seconds || std::ssize(updates) < kLeastUpdates;) {
    updates.push_back(benchmark.update(std::ssize(updates)));
    spent += updates.back().seconds.total();
  }
  const auto each = [&](const auto& value) { return median_of(updates, value); };
  TrainingSpeed speed{.parameters = benchmark.parameters(), .padding = benchmark.padding()};
  speed.tokens_per_second = each([](const Update& u) { return u.tokens / u.seconds.total(); });
  speed.flops_per_second = each([](const Update& u) { return u.flops / u.seconds.total(); });
  speed.tokens_per_update = each([](const Update& u) { return u.tokens; });
  speed.seconds_per_update = speed.tokens_per_update / speed.tokens_per_second;
  const double optimizer = each([](const Update& u) { return u.seconds.optimizer; });
  double rest = speed.seconds_per_update - optimizer;
  for (auto& part : benchmark.parts()) {
    part.seconds *= speed.tokens_per_update;
    rest -= part.seconds;
    speed.parts.push_back(part);
  }
  speed.parts.push_back({"clipping and optimizer", optimizer});
  // The parts were timed with other batches: where they add up to more, that is how far the measurement can be relied
  // on.
  speed.parts.push_back({rest >= 0.0 ? "other" : "parts beyond the update", std::abs(rest)});
  return speed;
}

}  // namespace tfm
