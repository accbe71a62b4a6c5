// Language tags (BCP 47) as people and files of translations write them: "zh", "zh-CN", "zh_Hans", "EN-US".
#pragma once

#include <string>
#include <string_view>

namespace tfm {

// All in lower case. For Chinese the region stands for a script where none is given: CN is hans, TW is hant.
struct LanguageTag {
  std::string whole, primary, script, region;
};
LanguageTag parse_language_tag(std::string_view text);

// Chinese and its members: zh, cmn, yue, ...
bool is_chinese(const LanguageTag& tag);

// How well text in the language `offered` serves someone who wants `wanted`; 0: not at all. The primary subtags must be
// equal. Then a script must not contradict one that is wanted, and an equal tag, an equal script and an equal region
// count more, in this order. Case doesn't matter.
int language_match(std::string_view wanted, std::string_view offered);

}  // namespace tfm
