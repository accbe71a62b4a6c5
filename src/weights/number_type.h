// The types of numbers that safetensors files have and tfm reads.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace tfm {

enum class NumberType { kFloat64, kFloat32, kFloat16, kBfloat16, kInt64, kInt32, kInt8, kUint8, kBool };

// As the format calls it: "F32".
std::string_view name_of(NumberType type);
std::optional<NumberType> number_type_of(std::string_view name);
std::size_t bytes_of(NumberType type);

}  // namespace tfm
