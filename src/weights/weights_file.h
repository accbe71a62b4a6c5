// A model's weights as a file that knows which vocabularies and which model they belong to.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "config/config.h"
#include "weights/safetensors_reader.h"
#include "weights/weight.h"

namespace tfm {

// What a file of weights says of itself: keys of its metadata.
inline constexpr const char* kFingerprintKey = "tokenizer";  // of the vocabularies
inline constexpr const char* kModelKey = "model";            // the config's section, as JSON
inline constexpr const char* kChecksumPrefix = "xxh3:";      // in front of a tensor's name: its bytes' checksum

// What the scales of a matrix in int8 are called in the file; see kernels/int8_matrix.h.
std::string name_of_scales(const std::string& weight);
// The other way; nothing for another name.
std::optional<std::string> weight_of_scales(const std::string& name);

// Weights that are read when they are asked for.
class WeightsFile : public WeightSource {
 public:
  // UserError when the file is damaged on the face of it, or its weights were trained with other vocabularies.
  WeightsFile(const std::filesystem::path& file, const std::string& tokenizer_fingerprint);

  bool contains(const std::string& name) const override { return reader_.contains(name); }
  // Whatever it was reduced to: matrices may be in bfloat16, or in int8 with a scale for each row. The integers of int8
  // are found again when the result is reduced once more. UserError when it doesn't equal its checksum.
  Weight read(const std::string& name) override;
  // Names and shapes, in the order of the file.
  const std::vector<std::pair<std::string, std::vector<int64_t>>>& shapes() const { return shapes_; }
  const std::filesystem::path& path() const { return path_; }

 private:
  StoredTensor verified(const std::string& name);
  [[noreturn]] void fail_damaged(const std::string& what) const;

  std::filesystem::path path_;
  SafetensorsReader reader_;
  std::vector<std::pair<std::string, std::vector<int64_t>>> shapes_;
};

// UserError that names the first weight which is missing, left over or of another shape than the model's; `where` names
// their file.
using WeightShapes = std::map<std::string, std::vector<int64_t>>;
void check_shapes(const WeightShapes& of_model, const WeightShapes& there, const std::string& where);
void check_shapes(const WeightShapes& of_model, const WeightsFile& file);

// The model section that the file keeps, where it has one.
std::optional<ModelConfig> model_of_weights(const std::filesystem::path& file);

}  // namespace tfm
