// Whether Chinese text is simplified or traditional, told by its characters.
//
// A character is only simplified when OpenCC's dictionary s2t turns it into others in every case, and only traditional
// when t2s does so. What either script may use as it is counts as common: also 后, 里, 面, 干, 台, which are simplified
// forms of other characters and words of their own; 於, 著, 乾, which simplified text keeps in some words; and 温, 床,
// which Hong Kong or Taiwan writes as well (t2hk, t2tw). Regional forms (為 and 爲, 裡 and 裏) are all traditional.
#pragma once

#include <cstdint>
#include <string_view>

namespace tfm {

enum class HanForm : uint8_t { kCommon, kSimplified, kTraditional };

// Of a Han character; kCommon for any other. The first call reads OpenCC's dictionaries (0.1 s); UserError when they
// aren't there.
HanForm han_form(char32_t c);

struct HanCounts {
  int64_t common = 0;
  int64_t simplified = 0;
  int64_t traditional = 0;

  int64_t all() const { return common + simplified + traditional; }
  HanCounts& operator+=(const HanCounts& other);
  bool operator==(const HanCounts&) const = default;
};
HanCounts count_han(std::string_view utf8);

// kNone: no Han character. kCommon: none that tells.
enum class HanScript { kNone, kCommon, kSimplified, kTraditional, kMixed };
inline constexpr int kNumHanScripts = 5;
// "none", "common", "simplified", "traditional", "mixed".
const char* name_of(HanScript script);

// A line with a character of either kind is mixed.
HanScript script_of_line(const HanCounts& counts);

// A text is mixed when at least 2 % of the characters that tell belong to the rarer script: less is names, quotations
// and slips. (Simplified test sets and manuals have 0 to 0.15 % traditional ones; lines picked as mixed have 13 %.)
HanScript script_of_text(const HanCounts& counts);

}  // namespace tfm
