// Telling GB18030 and Big5, which share most of their byte values, by what the bytes would say.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tfm {

inline constexpr const char* kGb18030 = "GB18030";  // GBK and GB2312 are parts of it
inline constexpr const char* kBig5 = "BIG5-HKSCS";  // Big5 with Hong Kong's additions

// For text that isn't UTF-8. Nothing when it reads as Chinese in neither.
std::optional<std::string> legacy_chinese(std::string_view text);

}  // namespace tfm
