#include "engine_commands/torch_backend.h"

#include <utility>

#include "engine_commands/attention_of_pair.h"
#include "engine_commands/device.h"
#include "library/loaded_model.h"

namespace tfm {

void TorchBackend::use(const ComputeOptions& options) { device_ = use_device(options); }

std::shared_ptr<const DecodingModel> TorchBackend::decoding_model(OpenedModel model, WeightType type) {
  return device_.is_cpu() ? lay_out(model, type) : load_model(std::move(model), device_).decoding_model(type);
}

void TorchBackend::write_attention(const AttentionRequest& request) {
  auto loaded = load_model(request.model, device_);
  loaded.tag = request.tag;
  tfm::write_attention(loaded, request.source, request.target, request.file);
}

}  // namespace tfm
