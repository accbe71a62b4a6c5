#include "engine_commands/run_facts.h"

#include <ATen/Parallel.h>
#include <torch/version.h>

#include "core/concat.h"
#include "core/decimal.h"
#include "core/host.h"
#include "core/progress.h"

namespace tfm {
namespace {

std::string model_text(const ModelConfig& config, const Transformer& model, const Tokenizers& tokenizers) {
  const auto sizes = tokenizers.shared() ? concat(grouped(tokenizers.source->vocab_size()), " (shared)")
                                         : concat(grouped(tokenizers.source->vocab_size()), " and ",
                                                  grouped(tokenizers.target->vocab_size()));
  return concat(count_text(static_cast<double>(model->num_parameters())), " parameters, ", config.encoder_layers, " + ",
                config.decoder_layers, " layers, width ", config.d_model, ", vocabulary ", sizes);
}

std::string compiler_text() {
#if defined(__clang__)
  return concat("Clang ", __clang_version__);
#else
  return concat("GCC ", __VERSION__);
#endif
}

std::string memory_text() {
  constexpr double kGibibyte = 1024.0 * 1024.0 * 1024.0;
  return decimal(static_cast<double>(physical_memory()) / kGibibyte, 1) + " GiB";
}

report::NamedTexts environment(at::Device device) {
  report::NamedTexts facts = {{"tfm", TFM_VERSION},
                              {"LibTorch", TORCH_VERSION},
                              {"compiler", compiler_text()},
                              {"device", device.str()},
                              {"CPU", concat(cpu_name(), ", ", usable_processors(), " processors usable")},
                              {"threads", concat(at::get_num_threads())},
                              {"memory", memory_text()}};
  if (!device.is_cuda()) return facts;
  for (const auto& name : gpu_names()) facts.emplace_back("GPU", name);
  return facts;
}

}  // namespace

report::RunFacts run_facts(const Config& config, const Transformer& model, const Tokenizers& tokenizers,
                           at::Device device) {
  return {.name = config.output.directory.filename().string(),
          .config = config,
          .model = model_text(config.model, model, tokenizers),
          .environment = environment(device)};
}

}  // namespace tfm
