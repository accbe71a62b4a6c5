#include "chinese/script_report.h"

#include <algorithm>
#include <utility>

#include "text/characters.h"
#include "text/code_points.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

constexpr char32_t kBasicPlane = 0x10000;
constexpr std::size_t kShown = 20;

ScriptClass mark_class(char32_t c) {
  if (c < 0x80) return ScriptClass::kAsciiMark;
  if (c >= 0xFF01 && c <= 0xFF5E) return ScriptClass::kFullWidthMark;
  return is_in_cjk_block(c) ? ScriptClass::kCjkMark : ScriptClass::kOtherMark;
}

ScriptClass invisible_class(char32_t c) {
  if (c == '\t' || is_space_separator(c)) return ScriptClass::kWhiteSpace;
  if (is_control_or_line_break(c)) return ScriptClass::kControl;
  return is_zero_width(c) ? ScriptClass::kZeroWidth : ScriptClass::kPrivateUse;
}

ScriptClass letter_class(char32_t c) {
  if (is_latin(c)) return ScriptClass::kLatin;
  if (is_ascii_digit(c)) return ScriptClass::kDigit;
  if (is_full_width_alphanumeric(c)) return ScriptClass::kFullWidthAlphanumeric;
  if (is_kana(c)) return ScriptClass::kKana;
  if (is_hangul(c)) return ScriptClass::kHangul;
  return is_cyrillic(c) ? ScriptClass::kCyrillic : ScriptClass::kOtherLetter;
}

ScriptClass han_class(char32_t c) {
  switch (han_form(c)) {
    case HanForm::kSimplified:
      return ScriptClass::kHanSimplified;
    case HanForm::kTraditional:
      return ScriptClass::kHanTraditional;
    case HanForm::kCommon:
      break;
  }
  return ScriptClass::kHanCommon;
}

ScriptClass class_by_properties(char32_t c) {
  if (is_han(c)) return han_class(c);
  if (c == kReplacementCharacter) return ScriptClass::kReplacement;
  const bool white = c == '\t' || is_space_separator(c);
  if (white || is_control_or_line_break(c) || is_zero_width(c) || is_private_use(c)) return invisible_class(c);
  if (is_emoji(c)) return ScriptClass::kEmoji;
  return is_punctuation(c) || is_symbol(c) ? mark_class(c) : letter_class(c);
}

std::vector<ScriptClass> make_classes_of_basic_plane() {
  std::vector<ScriptClass> classes(kBasicPlane);
  for (char32_t c = 0; c < kBasicPlane; ++c) classes[c] = class_by_properties(c);
  return classes;
}

bool is_han_class(ScriptClass kind) { return kind <= ScriptClass::kHanTraditional; }

bool is_clause_mark(char32_t c) { return std::u32string_view(U",.?!:;()\"'").find(c) != std::u32string_view::npos; }

// Walks along a line and counts what depends on neighbours.
class Neighbours {
 public:
  void pass(char32_t c, ScriptClass kind) {
    const bool blank = kind == ScriptClass::kWhiteSpace && c != '\t';
    if (blank) {
      blank_before_ = true;
      return;
    }
    const bool han = is_han_class(kind);
    if (han && last_was_han_ && blank_before_) ++spaces_within_han;
    if (han && open_marks_ > 0) marks_beside_han += open_marks_;
    open_marks_ = 0;
    if (c < 0x80 && is_clause_mark(c)) {
      if (last_was_han_) {
        ++marks_beside_han;
      } else {
        open_marks_ = 1;
      }
    }
    last_was_han_ = han;
    blank_before_ = false;
  }

  int64_t spaces_within_han = 0;
  int64_t marks_beside_han = 0;

 private:
  bool last_was_han_ = false;  // the last character that is no blank
  bool blank_before_ = false;
  int64_t open_marks_ = 0;  // 1: it is a mark, not counted yet
};

}  // namespace

ScriptClass script_class(char32_t c) {
  static const std::vector<ScriptClass> basic_plane = make_classes_of_basic_plane();
  return c < kBasicPlane ? basic_plane[c] : class_by_properties(c);
}

ScriptReport::ScriptReport(InVocabulary in_vocabulary)
    : in_vocabulary_(std::move(in_vocabulary)), counts_(kBasicPlane) {}

void ScriptReport::add(std::string_view line) {
  HanCounts han;
  Neighbours neighbours;
  ++lines_.lines;
  while (!line.empty()) {
    const auto [length, valid, c] = first_sequence(line);
    line.remove_prefix(length);
    ++(c < kBasicPlane ? counts_[c] : wide_counts_[c]);
    const ScriptClass kind = script_class(c);
    han.common += kind == ScriptClass::kHanCommon ? 1 : 0;
    han.simplified += kind == ScriptClass::kHanSimplified ? 1 : 0;
    han.traditional += kind == ScriptClass::kHanTraditional ? 1 : 0;
    neighbours.pass(c, kind);
  }
  const HanScript script = script_of_line(han);
  ++lines_.lines_by_script[static_cast<std::size_t>(script)];
  if (script == HanScript::kMixed && lines_.first_mixed_lines.size() < kShown) {
    lines_.first_mixed_lines.push_back(lines_.lines);
  }
  lines_.spaces_within_han += neighbours.spaces_within_han;
  lines_.ascii_marks_beside_han += neighbours.marks_beside_han;
}

template <typename Visit>
void ScriptReport::for_each_character(const Visit& visit) const {
  for (char32_t c = 0; c < kBasicPlane; ++c) {
    if (counts_[c] > 0) visit(c, counts_[c]);
  }
  for (const auto& [c, count] : wide_counts_) visit(c, count);
}

ScriptSummary ScriptReport::summary() const {
  ScriptSummary summary = lines_;
  for_each_character([&](char32_t c, int64_t count) {
    summary.by_class[static_cast<std::size_t>(script_class(c))] += count;
    summary.characters += count;
  });
  summary.visible = summary.characters - summary.of(ScriptClass::kWhiteSpace);
  summary.script = script_of_text({.common = summary.of(ScriptClass::kHanCommon),
                                   .simplified = summary.of(ScriptClass::kHanSimplified),
                                   .traditional = summary.of(ScriptClass::kHanTraditional)});
  if (in_vocabulary_) count_vocabulary(summary);
  return summary;
}

void ScriptReport::count_vocabulary(ScriptSummary& summary) const {
  auto& outside = summary.frequent_outside_vocabulary;
  for_each_character([&](char32_t c, int64_t count) {
    if (script_class(c) == ScriptClass::kWhiteSpace) return;
    std::string character = encode_utf8({&c, 1});
    if (in_vocabulary_(character)) return;
    summary.outside_vocabulary += count;
    outside.push_back({std::move(character), count});
  });
  summary.vocabulary_known = true;
  summary.distinct_outside_vocabulary = static_cast<int64_t>(outside.size());
  // UTF-8 sorts as its code points do.
  std::ranges::sort(outside, [](const CharacterCount& a, const CharacterCount& b) {
    return a.count != b.count ? a.count > b.count : a.character < b.character;
  });
  outside.resize(std::min(outside.size(), kShown));
}

}  // namespace tfm
