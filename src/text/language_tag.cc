#include "text/language_tag.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <utility>

namespace tfm {
namespace {

// ISO 639 codes of Chinese and its members.
constexpr std::array<std::string_view, 19> kChineseLanguages = {"zh",  "zho", "chi", "cmn", "yue", "wuu", "nan",
                                                                "hak", "gan", "hsn", "lzh", "cdo", "cjy", "cnp",
                                                                "cpx", "csp", "czh", "czo", "mnp"};

constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kChineseScripts{{{"cn", "hans"},
                                                                                        {"sg", "hans"},
                                                                                        {"my", "hans"},
                                                                                        {"chs", "hans"},
                                                                                        {"tw", "hant"},
                                                                                        {"hk", "hant"},
                                                                                        {"mo", "hant"},
                                                                                        {"cht", "hant"}}};

}  // namespace

LanguageTag parse_language_tag(std::string_view text) {
  LanguageTag tag;
  for (const char c : text) tag.whole += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<uint8_t>(c)));
  std::string_view rest = tag.whole;
  for (int number = 0; !rest.empty(); ++number) {
    const std::string_view subtag = rest.substr(0, rest.find('-'));
    rest.remove_prefix(std::min(subtag.size() + 1, rest.size()));
    if (number == 0) tag.primary = subtag;
    if (number > 0 && subtag.size() == 4 && tag.script.empty()) tag.script = subtag;
    if (number > 0 && (subtag.size() == 2 || subtag.size() == 3) && tag.region.empty()) tag.region = subtag;
  }
  if (tag.primary == "zh" && tag.script.empty()) {
    const auto found = std::ranges::find(kChineseScripts, tag.region, [](const auto& entry) { return entry.first; });
    if (found != kChineseScripts.end()) tag.script = found->second;
  }
  return tag;
}

bool is_chinese(const LanguageTag& tag) {
  return std::ranges::find(kChineseLanguages, tag.primary) != kChineseLanguages.end();
}

int language_match(std::string_view wanted, std::string_view offered) {
  const LanguageTag want = parse_language_tag(wanted), offer = parse_language_tag(offered);
  if (want.primary != offer.primary || want.primary.empty()) return 0;
  const bool scripts_known = !want.script.empty() && !offer.script.empty();
  if (scripts_known && want.script != offer.script) return 0;
  const bool same_region = !want.region.empty() && want.region == offer.region;
  return 1 + (same_region ? 1 : 0) + (scripts_known ? 2 : 0) + (want.whole == offer.whole ? 4 : 0);
}

}  // namespace tfm
