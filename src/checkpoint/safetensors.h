// The safetensors format (8 bytes header length, JSON header, raw little-endian data; huggingface/safetensors).
#pragma once

#include <ATen/core/Tensor.h>

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

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

// Reads what any tool wrote with these types, a tensor when it is asked for.
class SafetensorsReader {
 public:
  // UserError with path and reason when the file is cut off, its header damaged, a type another, or the tensors don't
  // cover the data exactly.
  explicit SafetensorsReader(const std::filesystem::path& path);
  SafetensorsReader(SafetensorsReader&&) noexcept;
  SafetensorsReader& operator=(SafetensorsReader&&) noexcept;
  ~SafetensorsReader();

  const std::map<std::string, std::string>& metadata() const;
  // Names and shapes, in the order of their data.
  const std::vector<std::pair<std::string, std::vector<int64_t>>>& shapes() const;
  bool contains(const std::string& name) const;
  // One that the file has. UserError where it can't be read.
  at::Tensor read(const std::string& name);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// All of it. UserError as the reader has it.
SafetensorsFile read_safetensors(const std::filesystem::path& path);

}  // namespace tfm
