#include "weights/number_type.h"

#include <algorithm>
#include <array>

namespace tfm {
namespace {

struct Entry {
  NumberType type;
  std::string_view name;
  std::size_t bytes;
};
constexpr std::array kEntries{Entry{NumberType::kFloat64, "F64", 8}, Entry{NumberType::kFloat32, "F32", 4},
                              Entry{NumberType::kFloat16, "F16", 2}, Entry{NumberType::kBfloat16, "BF16", 2},
                              Entry{NumberType::kInt64, "I64", 8},   Entry{NumberType::kInt32, "I32", 4},
                              Entry{NumberType::kInt8, "I8", 1},     Entry{NumberType::kUint8, "U8", 1},
                              Entry{NumberType::kBool, "BOOL", 1}};

const Entry& entry_of(NumberType type) { return *std::ranges::find(kEntries, type, &Entry::type); }

}  // namespace

std::string_view name_of(NumberType type) { return entry_of(type).name; }

std::optional<NumberType> number_type_of(std::string_view name) {
  const auto found = std::ranges::find(kEntries, name, &Entry::name);
  if (found == kEntries.end()) return std::nullopt;
  return found->type;
}

std::size_t bytes_of(NumberType type) { return entry_of(type).bytes; }

}  // namespace tfm
