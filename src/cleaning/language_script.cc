#include "cleaning/language_script.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "text/characters.h"
#include "text/code_points.h"
#include "text/language_tag.h"

namespace tfm {
namespace {

constexpr std::array<std::string_view, 40> kLatinLanguages = {
    "af", "az", "ca", "cs", "cy", "da", "de", "en", "es", "et", "eu", "fi", "fr", "ga",
    "gl", "hr", "hu", "id", "is", "it", "la", "lt", "lv", "ms", "mt", "nb", "nl", "nn",
    "no", "pl", "pt", "ro", "sk", "sl", "sq", "sv", "sw", "tl", "tr", "vi"};
constexpr std::array<std::string_view, 9> kCyrillicLanguages = {"be", "bg", "kk", "ky", "mk", "mn", "ru", "tg", "uk"};

template <size_t Size>
bool contains(const std::array<std::string_view, Size>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

enum class Letter { kNone, kLatin, kHan, kKana, kHangul, kCyrillic, kOther };

// Letters of other scripts stand past the blocks of Latin, marks and symbols; what is no letter there is rare in text.
Letter letter_of(char32_t c) {
  if (c < 0x80) return std::isalpha(static_cast<int>(c)) != 0 ? Letter::kLatin : Letter::kNone;
  if (is_han(c)) return Letter::kHan;
  if (is_kana(c)) return Letter::kKana;
  if (is_hangul(c)) return Letter::kHangul;
  if (is_cyrillic(c)) return Letter::kCyrillic;
  if (is_latin(c) || is_full_width_alphanumeric(c)) return Letter::kLatin;
  const bool in_letter_blocks = (c >= 0x370 && c < 0x1E00) || (c >= 0x1F00 && c < 0x2000);
  return in_letter_blocks ? Letter::kOther : Letter::kNone;
}

bool belongs(Letter letter, WritingScript script) {
  switch (script) {
    case WritingScript::kLatin:
      return letter == Letter::kLatin;
    case WritingScript::kHan:
      return letter == Letter::kHan;
    case WritingScript::kJapanese:
      return letter == Letter::kHan || letter == Letter::kKana;
    case WritingScript::kKorean:
      return letter == Letter::kHan || letter == Letter::kHangul;
    case WritingScript::kCyrillic:
      return letter == Letter::kCyrillic;
  }
  return false;
}

}  // namespace

std::optional<WritingScript> script_of_language(const std::string& text) {
  const LanguageTag tag = parse_language_tag(text);
  if (is_chinese(tag) && tag.script != "latn") return WritingScript::kHan;
  if (tag.script == "latn") return WritingScript::kLatin;
  if (tag.script == "cyrl") return WritingScript::kCyrillic;
  if (!tag.script.empty()) return std::nullopt;
  if (tag.primary == "ja" || tag.primary == "jpn") return WritingScript::kJapanese;
  if (tag.primary == "ko" || tag.primary == "kor") return WritingScript::kKorean;
  if (contains(kLatinLanguages, tag.primary)) return WritingScript::kLatin;
  if (contains(kCyrillicLanguages, tag.primary)) return WritingScript::kCyrillic;
  return std::nullopt;
}

std::optional<double> script_share(std::string_view text, WritingScript script) {
  int64_t words = 0, right = 0;
  Letter before = Letter::kNone;
  while (!text.empty()) {
    const Utf8Sequence sequence = first_sequence(text);
    const Letter letter = letter_of(sequence.code_point);
    if (letter != Letter::kNone && (letter != before || letter == Letter::kHan)) {
      ++words;
      right += belongs(letter, script) ? 1 : 0;
    }
    before = letter;
    text.remove_prefix(sequence.length);
  }
  if (words == 0) return std::nullopt;
  return static_cast<double>(right) / static_cast<double>(words);
}

}  // namespace tfm
