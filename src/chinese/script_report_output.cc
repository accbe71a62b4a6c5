#include <algorithm>
#include <cmath>
#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

#include "chinese/script_report.h"
#include "core/concat.h"

namespace tfm {
namespace {

using Json = nlohmann::ordered_json;

struct ClassName {
  ScriptClass kind;
  const char* key;
  const char* label;
};

constexpr std::array<ClassName, kNumScriptClasses> kClasses = {{
    {ScriptClass::kHanCommon, "han_common", "Han, common to both scripts"},
    {ScriptClass::kHanSimplified, "han_simplified", "Han, simplified only"},
    {ScriptClass::kHanTraditional, "han_traditional", "Han, traditional only"},
    {ScriptClass::kLatin, "latin", "Latin letters"},
    {ScriptClass::kDigit, "digit", "ASCII digits"},
    {ScriptClass::kFullWidthAlphanumeric, "full_width_alphanumeric", "full-width letters and digits"},
    {ScriptClass::kKana, "kana", "kana"},
    {ScriptClass::kHangul, "hangul", "Hangul"},
    {ScriptClass::kCyrillic, "cyrillic", "Cyrillic"},
    {ScriptClass::kOtherLetter, "other_letter", "other letters"},
    {ScriptClass::kAsciiMark, "ascii_mark", "ASCII marks"},
    {ScriptClass::kFullWidthMark, "full_width_mark", "full-width marks"},
    {ScriptClass::kCjkMark, "cjk_mark", "CJK marks"},
    {ScriptClass::kOtherMark, "other_mark", "other marks (curly quotes, dashes, symbols)"},
    {ScriptClass::kEmoji, "emoji", "emoji"},
    {ScriptClass::kWhiteSpace, "white_space", "white space"},
    {ScriptClass::kControl, "control", "controls and line breaks"},
    {ScriptClass::kZeroWidth, "zero_width", "zero-width characters"},
    {ScriptClass::kPrivateUse, "private_use", "private-use characters"},
    {ScriptClass::kReplacement, "replacement", "U+FFFD or bytes that are not UTF-8"},
}};

HanScript script_at(std::size_t i) { return static_cast<HanScript>(i); }

// "12.3 %"; behind white space, which shares leave out, nothing.
std::string share(ScriptClass kind, int64_t count, int64_t visible) {
  if (kind == ScriptClass::kWhiteSpace || visible == 0) return "";
  const double percent = 100.0 * static_cast<double>(count) / static_cast<double>(visible);
  if (percent < 0.01) return "< 0.01 %";
  std::ostringstream out;
  out << std::fixed << std::setprecision(percent < 1 ? 2 : 1) << percent << " %";
  return out.str();
}

std::string row(std::string_view label, int64_t count, std::string_view note) {
  std::ostringstream out;
  out << "  " << std::left << std::setw(44) << label << std::right << std::setw(12) << count;
  if (!note.empty()) out << std::setw(10) << note;
  return out.str() + "\n";
}

template <typename List, typename Shown>
std::string listed(const List& list, const Shown& shown) {
  std::string text;
  for (const auto& entry : list) text += concat(text.empty() ? "" : ", ", shown(entry));
  return text;
}

std::string lines_text(const ScriptSummary& summary) {
  std::string text;
  for (std::size_t i = 0; i < summary.lines_by_script.size(); ++i) {
    const int64_t count = summary.lines_by_script[i];
    if (count > 0) text += concat(text.empty() ? "" : ", ", count, " ", name_of(script_at(i)));
  }
  return text;
}

std::string vocabulary_text(const ScriptSummary& summary) {
  if (!summary.vocabulary_known) return "";
  std::string text = row("outside the vocabulary", summary.outside_vocabulary,
                         share(ScriptClass::kOtherLetter, summary.outside_vocabulary, summary.visible));
  if (summary.frequent_outside_vocabulary.empty()) return text;
  return text + concat("    ", summary.distinct_outside_vocabulary, " different ones, the most frequent: ",
                       listed(summary.frequent_outside_vocabulary,
                              [](const auto& entry) { return concat(entry.character, " ", entry.count); }),
                       "\n");
}

}  // namespace

std::string script_report_text(const ScriptSummary& summary) {
  std::string text =
      concat(summary.lines, " lines, ", summary.characters, " characters; Chinese script: ", name_of(summary.script),
             " (lines: ", lines_text(summary), ")\n");
  for (const auto& [kind, key, label] : kClasses) {
    const int64_t count = summary.of(kind);
    if (count > 0) text += row(label, count, share(kind, count, summary.visible));
  }
  if (summary.spaces_within_han > 0) text += row("blanks between Han characters", summary.spaces_within_han, "");
  if (summary.ascii_marks_beside_han > 0) text += row("ASCII marks next to Han", summary.ascii_marks_beside_han, "");
  text += vocabulary_text(summary);
  if (summary.first_mixed_lines.empty()) return text;
  return text + concat("  simplified and traditional in one line: ",
                       listed(summary.first_mixed_lines, [](int64_t line) { return line; }),
                       std::cmp_less(summary.first_mixed_lines.size(), summary.lines_by_script.back()) ? ", ..." : "",
                       "\n");
}

std::string script_report_json(const ScriptSummary& summary) {
  Json json = {{"lines", summary.lines},
               {"characters", summary.characters},
               {"visible", summary.visible},
               {"script", name_of(summary.script)}};
  for (const auto& [kind, key, label] : kClasses) json["characters_by_class"][key] = summary.of(kind);
  for (std::size_t i = 0; i < summary.lines_by_script.size(); ++i) {
    json["lines_by_script"][name_of(script_at(i))] = summary.lines_by_script[i];
  }
  json["mixed_lines"] = summary.first_mixed_lines;
  json["spaces_within_han"] = summary.spaces_within_han;
  json["ascii_marks_beside_han"] = summary.ascii_marks_beside_han;
  if (summary.vocabulary_known) {
    Json frequent = Json::array();
    for (const auto& [character, count] : summary.frequent_outside_vocabulary) {
      frequent.push_back({{"character", character}, {"count", count}});
    }
    json["outside_vocabulary"] = {{"count", summary.outside_vocabulary},
                                  {"distinct", summary.distinct_outside_vocabulary},
                                  {"most_frequent", frequent}};
  }
  return json.dump(2);
}

}  // namespace tfm
