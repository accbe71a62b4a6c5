#include "chinese/han_script.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "chinese/script_conversion.h"
#include "text/characters.h"
#include "text/code_points.h"

namespace tfm {
namespace {

// All blocks of ideographs up to extension H. What lies between them and in later ones is common.
constexpr char32_t kFirstHan = 0x3400;
constexpr char32_t kLastHan = 0x323AF;
constexpr int64_t kNoisePercent = 2;

bool contains(const std::vector<std::string>& forms, const std::string& form) {
  return std::ranges::find(forms, form) != forms.end();
}

class Dictionaries {
 public:
  HanForm form_of(const std::string& character) const {
    const auto traditional = to_traditional_.forms_of(character), simplified = to_simplified_.forms_of(character);
    const bool is_simplified = is_other(character, traditional) && !is_regional(character, traditional);
    const bool is_traditional = is_other(character, simplified);
    if (is_simplified == is_traditional) return HanForm::kCommon;
    return is_simplified ? HanForm::kSimplified : HanForm::kTraditional;
  }

 private:
  // The character is never right as it is.
  static bool is_other(const std::string& character, const std::vector<std::string>& forms) {
    return !forms.empty() && !contains(forms, character);
  }
  // Taiwan or Hong Kong writes the character for one of these.
  bool is_regional(const std::string& character, const std::vector<std::string>& traditional) const {
    return std::ranges::any_of(traditional, [&](const std::string& form) {
      return contains(to_taiwan_.forms_of(form), character) || contains(to_hong_kong_.forms_of(form), character);
    });
  }

  ScriptConversion to_traditional_{"s2t"}, to_simplified_{"t2s"}, to_taiwan_{"t2tw"}, to_hong_kong_{"t2hk"};
};

std::vector<HanForm> make_han_forms() {
  const Dictionaries dictionaries;
  std::vector<HanForm> forms(kLastHan - kFirstHan + 1, HanForm::kCommon);
  for (char32_t c = kFirstHan; c <= kLastHan; ++c) {
    if (is_han(c)) forms[c - kFirstHan] = dictionaries.form_of(encode_utf8({&c, 1}));
  }
  return forms;
}

}  // namespace

HanForm han_form(char32_t c) {
  static const std::vector<HanForm> forms = make_han_forms();
  return c >= kFirstHan && c <= kLastHan ? forms[c - kFirstHan] : HanForm::kCommon;
}

HanCounts& HanCounts::operator+=(const HanCounts& other) {
  common += other.common;
  simplified += other.simplified;
  traditional += other.traditional;
  return *this;
}

HanCounts count_han(std::string_view utf8) {
  HanCounts counts;
  while (!utf8.empty()) {
    const Utf8Sequence sequence = first_sequence(utf8);
    utf8.remove_prefix(sequence.length);
    if (!is_han(sequence.code_point)) continue;
    const HanForm form = han_form(sequence.code_point);
    ++(form == HanForm::kCommon       ? counts.common
       : form == HanForm::kSimplified ? counts.simplified
                                      : counts.traditional);
  }
  return counts;
}

const char* name_of(HanScript script) {
  constexpr std::array<const char*, kNumHanScripts> kNames = {"none", "common", "simplified", "traditional", "mixed"};
  return kNames[static_cast<std::size_t>(script)];
}

HanScript script_of_line(const HanCounts& counts) {
  if (counts.simplified > 0 && counts.traditional > 0) return HanScript::kMixed;
  if (counts.simplified > 0) return HanScript::kSimplified;
  if (counts.traditional > 0) return HanScript::kTraditional;
  return counts.common > 0 ? HanScript::kCommon : HanScript::kNone;
}

HanScript script_of_text(const HanCounts& counts) {
  const auto [rarer, other] = std::minmax(counts.simplified, counts.traditional);
  if (rarer * 100 >= (rarer + other) * kNoisePercent) return script_of_line(counts);
  return counts.simplified > counts.traditional ? HanScript::kSimplified : HanScript::kTraditional;
}

}  // namespace tfm
