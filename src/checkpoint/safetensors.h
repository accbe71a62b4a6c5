// Tensors in the safetensors format (8 bytes header length, JSON header, raw little-endian data;
// huggingface/safetensors).
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "weights/safetensors_reader.h"

namespace tfm {

// Names are unique. In the file wider elements come first (the order is kept otherwise), so that every tensor is
// aligned.
using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

struct SafetensorsFile {
  std::map<std::string, at::Tensor> tensors;    // on the CPU, owned
  std::map<std::string, std::string> metadata;  // the header's "__metadata__"
};

// Bytes depend on names, values and metadata alone. Tensors may be on any device; float32, float64, float16, bfloat16,
// int64, int32, int8, uint8 and bool. The file appears under its name when complete (see core/files.h).
void write_safetensors(const std::filesystem::path& path, const NamedTensors& tensors,
                       const std::map<std::string, std::string>& metadata);

// With the stored memory, which is not copied.
at::Tensor to_tensor(const StoredTensor& stored);

// All of it. UserError as the reader has it.
SafetensorsFile read_safetensors(const std::filesystem::path& path);

}  // namespace tfm
