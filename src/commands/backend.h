// What a program has to compute with: each program has one.
#pragma once

#include <memory>
#include <string>

#include "commands/common_options.h"
#include "library/opened_model.h"

namespace tfm {

// The attention weights of one pair as a file; see attention_file.h.
struct AttentionRequest {
  std::string model;
  std::optional<std::string> tag;
  std::string source, target;
  std::string file;
};

class Backend {
 public:
  Backend() = default;
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  // Sets the thread count and finds the device, for all that follows. UserError when it is unknown or not there.
  virtual void use(const ComputeOptions& options) = 0;
  // Reads the weights for the fastest decoder that the device has. UserError when they are damaged, or the type isn't
  // for it.
  virtual std::shared_ptr<const DecodingModel> decoding_model(OpenedModel model, WeightType type) = 0;
  // To be told before anything is read: such a file will be asked for.
  virtual void expect_attention() = 0;
  virtual void write_attention(const AttentionRequest& request) = 0;
};

}  // namespace tfm
