// Language tags (BCP 47) as files of translations have them: "zh", "zh-CN", "zh_Hans", "EN-US".
#pragma once

#include <string_view>

namespace tfm {

// How well text in the language `offered` serves someone who wants `wanted`; 0: not at all. The primary subtags must be
// equal. Then a script (for Chinese also by the region: CN is Hans, TW is Hant) must not contradict one that is wanted,
// and an equal tag, an equal script and an equal region count more, in this order. Case doesn't matter.
int language_match(std::string_view wanted, std::string_view offered);

}  // namespace tfm
