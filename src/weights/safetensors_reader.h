// Reads the safetensors format (8 bytes header length, JSON header, raw little-endian data; huggingface/safetensors).
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "weights/number_type.h"

namespace tfm {

// A tensor as the file has it: its numbers one behind the other, the last dimension's first.
struct StoredTensor {
  NumberType type = NumberType::kFloat32;
  std::vector<int64_t> shape = {};
  std::shared_ptr<std::byte[]> bytes = {};
  std::size_t num_bytes = 0;
};

// What the format calls the header's entry that describes no tensor.
inline constexpr const char* kMetadataKey = "__metadata__";

// What any tool wrote with tfm's types, a tensor when it is asked for.
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
  // One that the file has, on pages of its own. UserError where it can't be read.
  StoredTensor read(const std::string& name);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tfm
