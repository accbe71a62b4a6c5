#include "chinese/punctuation.h"

#include <algorithm>
#include <utility>

#include "chinese/mark_pairs.h"
#include "chinese/protected_spans.h"
#include "text/characters.h"
#include "text/code_points.h"

namespace tfm {
namespace {

using Line = std::u32string_view;

constexpr char32_t kDropped = 0xFFFFFFFF;
constexpr Line kAsciiMarks = U",.?!:;";
constexpr Line kFullMarks = U"，。？！：；";

bool is_among(char32_t c, Line signs) { return signs.find(c) != Line::npos; }
bool is_alphanumeric(char32_t c) { return is_latin(c) || is_ascii_digit(c); }

// What kFull can make of a mark between clauses, and what it makes it of: alike, so that a second run decides as the
// first did.
bool is_clause_mark(char32_t c) { return is_among(c, kAsciiMarks) || is_among(c, kFullMarks) || c == U'…'; }

// Han, and the marks that only Chinese has: 、〈〉《》「」『』【】〔〕.
bool is_chinese(char32_t c) {
  return is_han(c) || c == U'、' || (c >= 0x3008 && c <= 0x3011) || (c >= 0x3014 && c <= 0x301B);
}

// No Han character and no CJK mark begins with a lower byte in UTF-8.
bool may_hold_chinese(std::string_view utf8) {
  return std::ranges::any_of(utf8, [](char byte) { return static_cast<unsigned char>(byte) >= 0xE2; });
}

class FullWidth {
 public:
  explicit FullWidth(Line line) : line_(line), result_(line), spans_(line), pairs_(line, spans_) {}

  std::u32string convert() {
    for (std::size_t i = 0; i < line_.size(); ++i) {
      if (spans_.hold(i)) continue;
      if (line_[i] == '.' && at(i + 1) == '.') {
        i = convert_dots(i);
      } else if (is_among(line_[i], kAsciiMarks)) {
        convert_clause_mark(i);
      } else if (pairs_.role(i) == MarkPairs::Role::kOpens) {
        convert_pair(i);
      }
    }
    std::erase(result_, kDropped);
    return std::move(result_);
  }

 private:
  // 0 past both ends.
  char32_t at(std::size_t position) const { return position < line_.size() ? line_[position] : 0; }
  char32_t before(std::size_t position) const { return position > 0 ? line_[position - 1] : 0; }
  bool is_blank(std::size_t position) const { return is_space_separator(line_[position]) && !spans_.hold(position); }

  // Whether a Han character is what one comes to, over blanks, other marks between clauses, and brackets and quotes
  // that are turned towards this mark.
  bool is_passed(std::size_t position, MarkPairs::Role turned) const {
    if (spans_.hold(position)) return false;
    return is_blank(position) || is_clause_mark(line_[position]) || pairs_.role(position) == turned;
  }
  bool is_chinese_before(std::size_t position) const {
    while (position > 0 && is_passed(position - 1, MarkPairs::Role::kCloses)) --position;
    return is_chinese(before(position));
  }
  bool is_chinese_behind(std::size_t position) const {
    ++position;
    while (position < line_.size() && is_passed(position, MarkPairs::Role::kOpens)) ++position;
    return is_chinese(at(position));
  }

  bool is_between_digits(std::size_t i) const { return is_ascii_digit(before(i)) && is_ascii_digit(at(i + 1)); }

  bool is_operator(std::size_t i) const {
    const char32_t next = at(i + 1);
    if (next == '=' || before(i) == '=') return true;
    return line_[i] == ':' && (next == ':' || before(i) == ':' || (next == '/' && at(i + 2) == '/'));
  }

  bool is_smiley(std::size_t i) const {
    if (line_[i] != ':' && line_[i] != ';') return false;
    const std::size_t mouth = at(i + 1) == '-' ? i + 2 : i + 1;
    return (at(mouth) == '(' || at(mouth) == ')') && pairs_.partner(mouth) == MarkPairs::kNoPartner;
  }

  // "一." at the line's beginning.
  bool is_list_number(std::size_t stop) const {
    std::size_t begin = 0;
    while (begin < stop && is_blank(begin)) ++begin;
    return begin < stop && std::all_of(line_.begin() + static_cast<std::ptrdiff_t>(begin),
                                       line_.begin() + static_cast<std::ptrdiff_t>(stop),
                                       [](char32_t c) { return is_among(c, U"一二三四五六七八九十"); });
  }

  // ". . ."
  bool has_dot_across_blanks(std::size_t i) const {
    std::size_t first = i, last = i + 1;
    while (first > 0 && is_blank(first - 1)) --first;
    while (last < line_.size() && is_blank(last)) ++last;
    return before(first) == '.' || at(last) == '.';
  }

  bool is_full_stop(std::size_t i) const {
    const char32_t next = at(i + 1);
    return is_chinese_before(i) && !has_dot_across_blanks(i) && !is_alphanumeric(next) &&
           !is_among(next, U"_/\\-@#~") && !is_list_number(i);
  }

  // " :option", " !flag"
  bool begins_latin_word(std::size_t i) const { return (i == 0 || is_blank(i - 1)) && is_alphanumeric(at(i + 1)); }

  void convert_clause_mark(std::size_t i) {
    if (is_between_digits(i) || is_operator(i) || is_smiley(i) || begins_latin_word(i)) return;
    if (line_[i] == '.' ? is_full_stop(i) : is_chinese_before(i) || is_chinese_behind(i)) {
      replace(i, kFullMarks[kAsciiMarks.find(line_[i])]);
      drop_blanks_around(i, i + 1);
    }
  }

  // The last position of the run of full stops at `begin`.
  std::size_t convert_dots(std::size_t begin) {
    std::size_t end = begin;
    while (at(end) == '.' && !spans_.hold(end)) ++end;
    if (end - begin < 3 || !(is_chinese_before(begin) || is_chinese_behind(end - 1))) return end - 1;
    std::fill(result_.begin() + static_cast<std::ptrdiff_t>(begin), result_.begin() + static_cast<std::ptrdiff_t>(end),
              kDropped);
    replace(begin, U'…');
    replace(begin + 1, U'…');
    drop_blanks_around(begin, end);
    return end - 1;
  }

  // The brackets of f(x) count only what is inside of them.
  bool is_chinese_pair(std::size_t opening, std::size_t closing) const {
    if (is_chinese_behind(opening) || is_chinese_before(closing)) return true;
    const bool is_call =
        is_among(line_[opening], U"(（") && (is_alphanumeric(before(opening)) || before(opening) == '_');
    return !is_call && (is_chinese_before(opening) || is_chinese_behind(closing));
  }

  void convert_pair(std::size_t opening) {
    const std::size_t closing = pairs_.partner(opening);
    if (closing == MarkPairs::kNoPartner || !is_chinese_pair(opening, closing)) return;
    const char32_t kind = line_[opening];
    const bool bracket = kind == '(' || kind == U'（';
    convert_mark_of_pair(opening, bracket ? U'（' : kind == '"' ? U'“' : U'‘');
    convert_mark_of_pair(closing, bracket ? U'）' : kind == '"' ? U'”' : U'’');
  }

  void convert_mark_of_pair(std::size_t position, char32_t full) {
    if (line_[position] == full) return;
    replace(position, full);
    drop_blanks_around(position, position + 1);
  }

  void replace(std::size_t position, char32_t c) { result_[position] = c; }

  // Those at the line's ends stay, and those before a mark that is none without them.
  void drop_blanks_around(std::size_t begin, std::size_t end) {
    std::size_t first = begin, last = end;
    while (first > 0 && is_blank(first - 1)) --first;
    while (last < line_.size() && is_blank(last)) ++last;
    for (std::size_t i = first; first > 0 && i < begin; ++i) replace(i, kDropped);
    if (last == line_.size() || (is_among(line_[last], kAsciiMarks) && begins_latin_word(last))) return;
    for (std::size_t i = end; i < last; ++i) replace(i, kDropped);
  }

  Line line_;
  std::u32string result_;
  ProtectedSpans spans_;
  MarkPairs pairs_;
};

char32_t ascii_form(char32_t c) {
  constexpr Line kWide = U"，。．｡？！：；（）“”＂‘’＇";
  constexpr Line kNarrow = U",...?!:;()\"\"\"'''";
  const std::size_t place = kWide.find(c);
  return place == Line::npos ? c : kNarrow[place];
}

std::u32string with_ascii_marks(Line line) {
  const ProtectedSpans spans(line);
  std::u32string result;
  result.reserve(line.size());
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (spans.hold(i)) {
      result += line[i];
    } else if (line[i] == U'…') {
      result += U"...";
      if (i + 1 < line.size() && line[i + 1] == U'…' && !spans.hold(i + 1)) ++i;
    } else {
      result += line[i] < 0x2018 ? line[i] : ascii_form(line[i]);
    }
  }
  return result;
}

std::u32string apply_once(Punctuation policy, Line line) {
  return policy == Punctuation::kFull ? FullWidth(line).convert() : with_ascii_marks(line);
}

}  // namespace

std::string apply_punctuation(Punctuation policy, std::string line) {
  if (policy == Punctuation::kKeep || !may_hold_chinese(line)) return line;
  if (policy == Punctuation::kFull && line.find_first_of(",.?!:;()\"'") == std::string::npos) return line;
  const std::u32string text = decode_utf8(line);
  std::u32string before = text, after = apply_once(policy, text);
  // A changed mark can change what its neighbours are, as where ： makes an address. Each round leaves fewer marks.
  while (after != before) {
    before = std::move(after);
    after = apply_once(policy, before);
  }
  return after == text ? line : encode_utf8(after);
}

}  // namespace tfm
