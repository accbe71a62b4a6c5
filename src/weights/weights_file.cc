#include "weights/weights_file.h"

#include <string_view>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "kernels/bfloat16.h"
#include "weights/own_pages.h"

namespace tfm {
namespace {

constexpr const char* kScales = ".scales";
constexpr const char* kGetAnother = "; copy the file again or use another checkpoint";

template <typename T>
const T* numbers_in(const StoredTensor& stored) {
  return reinterpret_cast<const T*>(stored.bytes.get());
}

// Each number of the `columns` of a row times that row's scale.
template <typename T>
void widen(const T* from, int64_t rows, int64_t columns, const float* scales, float* to) {
  for (int64_t row = 0; row < rows; ++row) {
    const float scale = scales == nullptr ? 1.0F : scales[row];
    for (int64_t i = 0; i < columns; ++i) *to++ = static_cast<float>(*from++) * scale;
  }
}

std::string advice(const std::string& where) {
  return concat("; ", where, " doesn't fit the config's model section: use the config.json that stands beside it");
}

std::string shape_text(const std::vector<int64_t>& shape) {
  std::string text;
  for (const int64_t size : shape) text += concat(text.empty() ? "" : ", ", size);
  return concat("[", text, "]");
}

}  // namespace

std::string name_of_scales(const std::string& weight) { return weight + kScales; }

std::optional<std::string> weight_of_scales(const std::string& name) {
  if (!name.ends_with(kScales)) return std::nullopt;
  return name.substr(0, name.size() - std::string_view(kScales).size());
}

std::optional<ModelConfig> model_of_weights(const std::filesystem::path& file) {
  const SafetensorsReader reader(file);
  const auto found = reader.metadata().find(kModelKey);
  if (found == reader.metadata().end()) return std::nullopt;
  try {
    return model_from_json(found->second, file.string());
  } catch (const UserError&) {
    throw UserError(concat(file.string(), " is damaged: what it says of its model can't be read", kGetAnother));
  }
}

void check_shapes(const WeightShapes& of_model, const WeightShapes& there, const std::string& where) {
  for (const auto& [name, shape] : of_model) {
    const auto found = there.find(name);
    if (found == there.end()) throw UserError(concat("the weight ", name, " is missing", advice(where)));
    if (found->second != shape) {
      throw UserError(
          concat("the weight ", name, " is ", shape_text(found->second), ", not ", shape_text(shape), advice(where)));
    }
  }
  for (const auto& [name, shape] : there) {
    if (!of_model.contains(name))
      throw UserError(concat("the weight ", name, " is not part of the model", advice(where)));
  }
}

void check_shapes(const WeightShapes& of_model, const WeightsFile& file) {
  check_shapes(of_model, WeightShapes(file.shapes().begin(), file.shapes().end()), file.path().string());
}

WeightsFile::WeightsFile(const std::filesystem::path& file, const std::string& tokenizer_fingerprint)
    : path_(file), reader_(file) {
  const auto found = reader_.metadata().find(kFingerprintKey);
  if (found == reader_.metadata().end()) {
    throw UserError(concat(file.string(),
                           " was not written by tfm: it names no vocabulary; give a run, checkpoint or model "
                           "folder that tfm has written"));
  }
  if (found->second != tokenizer_fingerprint) {
    throw UserError(concat(file.string(), " was trained with another vocabulary (", found->second,
                           ") than the tokenizer folder's (", tokenizer_fingerprint,
                           "); put back the tokenizer that belongs to it"));
  }
  for (const auto& named : reader_.shapes()) {
    const auto weight = weight_of_scales(named.first);
    if (!weight || !reader_.contains(*weight)) shapes_.push_back(named);
  }
  for (const auto& [key, value] : reader_.metadata()) {
    if (!key.starts_with(kChecksumPrefix)) continue;
    const auto name = key.substr(std::string_view(kChecksumPrefix).size());
    if (!reader_.contains(name)) fail_damaged(concat("the weight ", name, ", whose checksum it has, isn't there"));
  }
}

Weight WeightsFile::read(const std::string& name) {
  const auto stored = verified(name);
  const auto scales = reader_.contains(name_of_scales(name)) ? verified(name_of_scales(name)) : StoredTensor{};
  const bool needs_scales = stored.type == NumberType::kInt8;
  const bool has_scales = scales.bytes != nullptr && scales.type == NumberType::kFloat32;
  Weight weight{.shape = stored.shape};
  const int64_t rows = stored.shape.empty() || weight.size() == 0 ? 1 : stored.shape.front();
  if (needs_scales != has_scales || (needs_scales && static_cast<int64_t>(scales.num_bytes / sizeof(float)) != rows)) {
    fail_damaged(concat("the weight ", name, " and its scales don't belong together"));
  }
  if (stored.type == NumberType::kFloat32) {
    weight.numbers = std::reinterpret_pointer_cast<const float[]>(stored.bytes);
    return weight;
  }
  const auto memory = own_pages(static_cast<std::size_t>(weight.size()) * sizeof(float));
  const auto restored = std::reinterpret_pointer_cast<float[]>(memory);
  const int64_t columns = weight.size() / rows;
  if (stored.type == NumberType::kInt8) {
    widen(numbers_in<int8_t>(stored), rows, columns, numbers_in<float>(scales), restored.get());
  } else if (stored.type == NumberType::kBfloat16) {
    widen(numbers_in<Bfloat16>(stored), rows, columns, nullptr, restored.get());
  } else {
    fail_damaged(concat("the weight ", name, " is of type ", name_of(stored.type), ", which tfm never writes"));
  }
  weight.numbers = restored;
  return weight;
}

void WeightsFile::fail_damaged(const std::string& what) const {
  throw UserError(concat(path_.string(), " is damaged: ", what, kGetAnother));
}

StoredTensor WeightsFile::verified(const std::string& name) {
  auto tensor = reader_.read(name);
  const auto found = reader_.metadata().find(kChecksumPrefix + name);
  if (found == reader_.metadata().end()) fail_damaged(concat("the weight ", name, " has no checksum"));
  const std::string_view bytes(reinterpret_cast<const char*>(tensor.bytes.get()), tensor.num_bytes);
  if (found->second == checksum(bytes)) return tensor;
  fail_damaged(concat("the weight ", name, " doesn't equal its checksum"));
}

}  // namespace tfm
