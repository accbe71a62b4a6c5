#include "checkpoint/safetensors.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <ostream>
#include <string_view>

#include "core/files.h"

namespace tfm {
namespace {

constexpr uint64_t kLengthBytes = 8;
constexpr uint64_t kAlignment = 8;

struct TypePair {
  NumberType stored;
  at::ScalarType type;
};
constexpr std::array kTypePairs{
    TypePair{NumberType::kFloat64, at::kDouble}, TypePair{NumberType::kFloat32, at::kFloat},
    TypePair{NumberType::kFloat16, at::kHalf},   TypePair{NumberType::kBfloat16, at::kBFloat16},
    TypePair{NumberType::kInt64, at::kLong},     TypePair{NumberType::kInt32, at::kInt},
    TypePair{NumberType::kInt8, at::kChar},      TypePair{NumberType::kUint8, at::kByte},
    TypePair{NumberType::kBool, at::kBool}};

std::string_view type_name(at::ScalarType type) {
  const auto found = std::ranges::find(kTypePairs, type, &TypePair::type);
  TORCH_CHECK(found != kTypePairs.end(), "safetensors: ", type, " is not among the types that are written");
  return name_of(found->stored);
}

// Any element then starts at a multiple of its own size.
NamedTensors widest_first(NamedTensors tensors) {
  std::ranges::stable_sort(tensors, std::ranges::greater{},
                           [](const auto& named) { return named.second.element_size(); });
  return tensors;
}

std::string header_text(const NamedTensors& tensors, const std::map<std::string, std::string>& metadata) {
  nlohmann::ordered_json header = nlohmann::ordered_json::object();
  if (!metadata.empty()) header[kMetadataKey] = metadata;
  uint64_t offset = 0;
  for (const auto& [name, tensor] : tensors) {
    TORCH_CHECK(name != kMetadataKey && !header.contains(name), "safetensors: two tensors are named ", name);
    const uint64_t end = offset + tensor.nbytes();
    header[name] = {{"dtype", type_name(tensor.scalar_type())}, {"shape", tensor.sizes().vec()}};
    header[name]["data_offsets"] = {offset, end};
    offset = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + kAlignment - 1) / kAlignment * kAlignment, ' ');
  return text;
}

void write_bytes(std::ostream& out, const void* bytes, uint64_t size) {
  out.write(static_cast<const char*>(bytes), static_cast<std::streamsize>(size));
}

}  // namespace

void write_safetensors(const std::filesystem::path& path, const NamedTensors& tensors,
                       const std::map<std::string, std::string>& metadata) {
  const NamedTensors sorted = widest_first(tensors);
  const std::string header = header_text(sorted, metadata);
  write_file(path, [&](std::ostream& out) {
    const uint64_t length = header.size();
    write_bytes(out, &length, kLengthBytes);
    write_bytes(out, header.data(), length);
    for (const auto& [name, tensor] : sorted) {
      const at::Tensor local = tensor.detach().to(at::kCPU).contiguous();
      write_bytes(out, local.const_data_ptr(), local.nbytes());
    }
  });
}

at::Tensor to_tensor(const StoredTensor& stored) {
  const auto type = std::ranges::find(kTypePairs, stored.type, &TypePair::stored)->type;
  if (stored.num_bytes == 0) return at::empty(stored.shape, type);
  return at::from_blob(stored.bytes.get(), stored.shape, [memory = stored.bytes](void*) {}, type);
}

SafetensorsFile read_safetensors(const std::filesystem::path& path) {
  SafetensorsReader reader(path);
  SafetensorsFile file{.tensors = {}, .metadata = reader.metadata()};
  for (const auto& [name, shape] : reader.shapes()) file.tensors.emplace(name, to_tensor(reader.read(name)));
  return file;
}

}  // namespace tfm
