#include <functional>
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "benchmark/decoding_speed.h"
#include "benchmark/matmul_peak.h"
#include "benchmark/peak_memory.h"
#include "benchmark/training_speed.h"
#include "commands/common_options.h"
#include "core/concat.h"
#include "core/decimal.h"
#include "core/error.h"
#include "core/host.h"
#include "core/log.h"
#include "engine_commands/device.h"
#include "engine_commands/engine_commands.h"
#include "training/worker_models.h"

namespace tfm {
namespace {

using OrderedJson = nlohmann::ordered_json;

struct BenchOptions {
  CommonOptions common;
  ComputeOptions compute;
  std::string model = "tiny";
  std::string config;
  std::string precision;
  std::optional<int64_t> batch_tokens;
  double seconds = 10.0;
  std::string format = "text";
};

struct Measured {
  std::string name;
  std::string device;
  Precision precision = Precision::kFloat32;  // of training
  std::map<Precision, double> peaks = {};     // of matrix products, FLOP/s
  TrainingSpeed training = {};
  std::vector<DecodingSpeed> decoding = {};
  double peak_memory = 0.0;  // bytes, on the device

  double peak() const { return peaks.at(precision); }
};

// What the peers are measured with: 8,000 pieces; 2,000 tokens a batch for tiny, 4,000 for larger models.
Config preset_config(const std::string& name) {
  Config config;
  config.model = preset_model(name == "big" ? Preset::kBig : name == "base" ? Preset::kBase : Preset::kTiny);
  config.training.batch_tokens = name == "tiny" ? 2000 : 4000;
  return config;
}

Precision precision_of(const std::string& name, Precision otherwise) {
  if (name.empty()) return otherwise;
  return name == "bfloat16" ? Precision::kBfloat16 : name == "float16" ? Precision::kFloat16 : Precision::kFloat32;
}

Config config_of(const BenchOptions& options) {
  auto config = options.config.empty() ? preset_config(options.model) : load_config(options.config);
  config.training.precision = precision_of(options.precision, config.training.precision);
  config.training.batch_tokens = options.batch_tokens.value_or(config.training.batch_tokens);
  if (config.training.precision != Precision::kAuto) return config;
  throw UserError(concat(options.config, ": /training/precision is \"auto\"; say with --precision what to measure"));
}

std::string name_of(at::Device device) {
  if (!device.is_cuda()) return concat(cpu_name(), ", ", usable_processors(), " processors usable");
  const auto names = gpu_names();
  const auto index = static_cast<std::size_t>(device.index());
  return index < names.size() ? names[index] : device.str();
}

Measured measure(const BenchOptions& options) {
  const auto config = config_of(options);
  const auto device = use_device(options.compute);
  Measured measured{.name = options.config.empty() ? options.model : options.config,
                    .device = name_of(device),
                    .precision = config.training.precision};
  log::info("measuring matrix products");
  for (const auto precision : {Precision::kFloat32, Precision::kBfloat16, config.training.precision}) {
    if (!measured.peaks.contains(precision)) {
      measured.peaks[precision] = matmul_peak(scalar_type(precision), device);
    }
  }
  log::info("measuring training");
  measured.training = measure_training(config, options.seconds, device);
  for (const int64_t beam_size : {1, 5}) {
    log::info(concat("measuring translation, beam size ", beam_size));
    measured.decoding.push_back(measure_decoding(config, beam_size, options.seconds / 4.0, device));
  }
  measured.peak_memory = peak_memory(device);
  return measured;
}

OrderedJson as_json(const Measured& measured) {
  const auto& training = measured.training;
  OrderedJson json{{"cpu", cpu_name()}, {"processors", usable_processors()}, {"device", measured.device}};
  json["model"] = measured.name;
  json["precision"] = precision_name(measured.precision);
  for (const auto& [precision, peak] : measured.peaks) {
    json["matmul_flops_per_second"][precision_name(precision)] = peak;
  }
  json["training"] = {{"parameters", training.parameters},
                      {"target_tokens_per_second", training.tokens_per_second},
                      {"seconds_per_update", training.seconds_per_update},
                      {"target_tokens_per_update", training.tokens_per_update},
                      {"padding", training.padding},
                      {"useful_flops_per_second", training.flops_per_second}};
  for (const auto& [precision, peak] : measured.peaks) {
    json["training"]["share_of_" + precision_name(precision) + "_matmul"] = training.flops_per_second / peak;
  }
  for (const auto& part : training.parts) {
    json["training"]["parts"].push_back({{"name", part.name},
                                         {"seconds_per_update", part.seconds},
                                         {"useful_flops_per_second", part.flops_per_second}});
  }
  for (const auto& decoding : measured.decoding) {
    json["decoding"].push_back({{"beam_size", decoding.beam_size},
                                {"batch_size", decoding.batch_size},
                                {"sentences_per_second", decoding.sentences_per_second},
                                {"target_tokens_per_second", decoding.tokens_per_second}});
  }
  json["peak_memory_bytes"] = measured.peak_memory;
  return json;
}

std::string cell(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string giga(double flops) { return decimal(flops / 1e9, 1); }
std::string flops_text(double flops) {
  return flops < 1e12 ? giga(flops) + " GFLOP/s" : decimal(flops / 1e12, 2) + " TFLOP/s";
}
std::string percent(double part, double whole) { return decimal(100.0 * part / whole, 0); }

std::string part_line(const TrainingSpeed::Part& part, const Measured& measured) {
  const double share = 100.0 * part.seconds / measured.training.seconds_per_update;
  const std::string name = part.name + std::string(26 - std::min<std::size_t>(26, part.name.size()), ' ');
  std::string line = concat("  ", name, cell(decimal(1000.0 * part.seconds, 1), 9), cell(decimal(share, 1), 8));
  if (part.flops_per_second > 0.0) {
    line += cell(giga(part.flops_per_second), 10) + cell(percent(part.flops_per_second, measured.peak()), 8);
  }
  return line + "\n";
}

// "float32 172.7 GFLOP/s, bfloat16 ...", or what `text` makes of each peak.
std::string of_each_peak(const Measured& measured, const std::function<std::string(double)>& text) {
  std::string list;
  for (const auto& [precision, peak] : measured.peaks) {
    list += concat(list.empty() ? "" : ", ", precision_name(precision), " ", text(peak));
  }
  return list;
}

std::string as_text(const Measured& measured) {
  const auto& training = measured.training;
  std::string text = measured.device + "\n";
  text += concat("matrix products: ", of_each_peak(measured, flops_text), "\n\n");
  text += concat("training ", measured.name, " in ", precision_name(measured.precision), ": ",
                 decimal(training.tokens_per_second, 0), " target tokens/s, ",
                 decimal(1000.0 * training.seconds_per_update, 1), " ms an update of ",
                 decimal(training.tokens_per_update, 0), " target tokens, ", decimal(100.0 * training.padding, 1),
                 " % padding\n");
  const auto share = [&](double peak) { return percent(training.flops_per_second, peak) + " %"; };
  text += concat("useful work: ", flops_text(training.flops_per_second),
                 "; share of the matrix products: ", of_each_peak(measured, share), "\n\n");
  text += concat("  part                             ms       %   GFLOP/s  % of ", precision_name(measured.precision),
                 "'s\n");
  for (const auto& part : training.parts) text += part_line(part, measured);
  text += "\n";
  for (const auto& decoding : measured.decoding) {
    text += concat("translating, beam size ", decoding.beam_size, ", ", decoding.batch_size,
                   " sentences at a time: ", decimal(decoding.sentences_per_second, 1), " sentences/s, ",
                   decimal(decoding.tokens_per_second, 0), " target tokens/s\n");
  }
  return text + concat("memory: ", decimal(measured.peak_memory / 1048576.0, 0), " MiB at most\n");
}

void run(const BenchOptions& options) {
  apply(options.common);
  const auto measured = measure(options);
  std::cout << (options.format == "json" ? as_json(measured).dump(1) + "\n" : as_text(measured));
}

}  // namespace

void add_bench_command(CLI::App& program, int&) {
  auto options = std::make_shared<BenchOptions>();
  auto* command = program.add_subcommand(
      "bench", "How fast this machine multiplies, trains and translates, and where a training step's time goes");
  auto* model = command->add_option("--model", options->model, "tiny, base or big, as the peers are measured")
                    ->check(CLI::IsMember({"tiny", "base", "big"}))
                    ->capture_default_str();
  command->add_option("--config", options->config, "A config, whose model, batches and precision are taken")
      ->excludes(model);
  command->add_option("--precision", options->precision, "float32, bfloat16 or float16, instead of the config's")
      ->check(CLI::IsMember({"float32", "bfloat16", "float16"}));
  command->add_option("--batch-tokens", options->batch_tokens, "Target positions of a batch, instead of the config's")
      ->check(CLI::Range(1, 1000000000));
  command
      ->add_option(
          "--seconds", options->seconds,
          "How long to train at least; the matrix products, the parts and translating take as long again or longer")
      ->check(CLI::Range(0.1, 3600.0))
      ->capture_default_str();
  command->add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  add_compute_options(*command, options->compute);
  add_common_options(*command, options->common);
  command->callback([options] { run(*options); });
}

}  // namespace tfm
