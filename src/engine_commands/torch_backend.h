// All devices that LibTorch has, and on a CPU the fast decoder.
#pragma once

#include <c10/core/Device.h>

#include "commands/backend.h"

namespace tfm {

class TorchBackend : public Backend {
 public:
  void use(const ComputeOptions& options) override;
  std::shared_ptr<const DecodingModel> decoding_model(OpenedModel model, WeightType type) override;
  void expect_attention() override {}
  void write_attention(const AttentionRequest& request) override;

 private:
  at::Device device_ = at::kCPU;
};

}  // namespace tfm
