// What the tests against PyTorch share: a model, its weights and its batch out of a file of data/.
#pragma once

#include <ATen/ATen.h>

#include <map>
#include <string>
#include <vector>

#include "checkpoint/safetensors.h"
#include "checkpoint/weights.h"
#include "config/config.h"
#include "core/concat.h"
#include "data/batch.h"
#include "model/transformer.h"

namespace tfm {

inline constexpr SpecialIds kSpecial{.pad = 0, .unk = 1, .bos = 2, .eos = 3};
inline constexpr double kLabelSmoothing = 0.1;
// The files were computed in double. PyTorch's layers in float32 are up to 2e-6 away from them, in log-probabilities
// and, taken against its largest number, in each gradient.
inline constexpr double kFloat32Tolerance = 1e-5;

inline Config golden_config(const SafetensorsFile& file) {
  const std::string data = R"({"train": [{"source": "none", "target": "none"}], "max_length": 1})";
  const auto text = concat(R"({"data": )", data, R"(, "tokenizer": {"shared": )", file.metadata.at("shared_vocabulary"),
                           R"(}, "model": )", file.metadata.at("model"), "}");
  return parse_config(text, "the golden file", ".");
}

inline std::map<std::string, at::Tensor> with_prefix(const SafetensorsFile& file, const std::string& prefix) {
  std::map<std::string, at::Tensor> found;
  for (const auto& [name, tensor] : file.tensors) {
    if (name.starts_with(prefix)) found[name.substr(prefix.size())] = tensor;
  }
  return found;
}

inline Transformer golden_model(const SafetensorsFile& file) {
  const auto weights = with_prefix(file, "weight.");
  const auto size = [&](const std::string& own) {
    return (weights.contains(own) ? weights.at(own) : weights.at("embedding.weight")).size(0);
  };
  const auto config = golden_config(file);
  Transformer model(config.model, Vocabulary{.source_size = size("source_embedding.weight"),
                                             .target_size = size("target_embedding.weight"),
                                             .shared = config.tokenizer.shared});
  assign_weights(*model, weights, "the golden file");
  return model;
}

inline Batch golden_batch(const SafetensorsFile& file) {
  Batch batch;
  batch.source = file.tensors.at("source");
  batch.target_input = file.tensors.at("target_input");
  batch.target_output = file.tensors.at("target_output");
  batch.source_mask = batch.source != kSpecial.pad;
  batch.target_mask = batch.target_output != kSpecial.pad;
  batch.source_is_padded = batch.target_is_padded = true;
  return batch;
}

// Each row's ids without pad, bos and eos.
inline std::vector<std::vector<int32_t>> pieces(const at::Tensor& rows) {
  std::vector<std::vector<int32_t>> sentences(static_cast<std::size_t>(rows.size(0)));
  for (int64_t row = 0; row < rows.size(0); ++row) {
    for (int64_t i = 0; i < rows.size(1); ++i) {
      const auto id = rows[row][i].item<int64_t>();
      if (id > kSpecial.eos) sentences[static_cast<std::size_t>(row)].push_back(static_cast<int32_t>(id));
    }
  }
  return sentences;
}

}  // namespace tfm
