// The CPU's fast decoder, in a program that is small and starts at once: it has no LibTorch. What it can't do it hands
// over to the engine, a program with the same command line that stands beside it: before anything is read or written,
// that takes its place.
#pragma once

#include "commands/backend.h"

namespace tfm {

class LocalBackend : public Backend {
 public:
  // arguments: main's
  explicit LocalBackend(char** arguments) : arguments_(arguments) {}

  void use(const ComputeOptions& options) override;
  std::shared_ptr<const DecodingModel> decoding_model(OpenedModel model, WeightType type) override;
  void expect_attention() override;
  void write_attention(const AttentionRequest& request) override;

 private:
  char** arguments_;
};

// Whether the engine stands beside this program.
bool has_engine();
// Runs it instead of this program. UserError (kFailed) where it isn't there or is no engine.
[[noreturn]] void hand_over_to_engine(char** arguments);

}  // namespace tfm
