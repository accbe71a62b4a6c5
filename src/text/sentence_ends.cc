#include "text/sentence_ends.h"

#include <optional>
#include <string>

#include "text/abbreviations.h"
#include "text/characters.h"
#include "text/code_points.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

// Past the end there is nothing, which is no character of any kind.
constexpr char32_t kNothing = 0x110000;
constexpr size_t kLongestAbbreviation = 16;

bool is_one_of(char32_t c, std::u32string_view set) { return set.find(c) != std::u32string_view::npos; }

bool is_ascii_final(char32_t c) { return c == '.' || c == '!' || c == '?'; }
bool is_ellipsis(char32_t c) { return c == U'…' || c == U'‥'; }
// Chinese, Indian, Arabic, Urdu, Ethiopic, Khmer, Burmese.
bool is_wide_final(char32_t c) { return is_one_of(c, U"。！？；｡．।॥؟۔።។၊။"); }
bool is_final(char32_t c) { return is_ascii_final(c) || is_ellipsis(c) || is_wide_final(c); }

bool is_ascii_clause_mark(char32_t c) { return c == ',' || c == ';' || c == ':'; }
bool is_wide_clause_mark(char32_t c) { return is_one_of(c, U"，、；：—､،؛"); }
bool is_clause_mark(char32_t c) { return is_ascii_clause_mark(c) || is_wide_clause_mark(c); }

bool is_closing(char32_t c) { return is_one_of(c, U"”’」』）】》〉〕〗〙〛›»＂＇｣］｝)]}"); }

bool is_east_asian(char32_t c) { return is_han(c) || is_kana(c) || is_in_cjk_block(c); }

bool is_lower_case(char32_t c) {
  return (is_latin(c) || is_cyrillic(c)) && lowercase(std::u32string(1, c)) == std::u32string(1, c);
}

bool is_ascii_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.';
}

// Goes through the text once; what is behind `begin_` is given.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  // `is_mark` begins and goes on a run of marks; `ends` says whether a run ends a part.
  template <typename IsMark, typename Ends>
  std::vector<std::string_view> parts(IsMark is_mark, Ends ends) {
    std::vector<std::string_view> found;
    while (at_ < text_.size()) {
      const char32_t c = code_point(at_);
      if (!is_mark(c)) {
        step(c);
        continue;
      }
      mark_begin_ = at_;
      while (is_mark(code_point(at_))) step(code_point(at_));
      mark_end_ = at_;
      pass_closing();
      if (ends(*this)) found.push_back(cut());
    }
    if (begin_ < text_.size()) found.push_back(text_.substr(begin_));
    return found;
  }

  std::string_view marks() const { return text_.substr(mark_begin_, mark_end_ - mark_begin_); }
  bool any_mark(bool (*wanted)(char32_t)) const {
    for (size_t at = mark_begin_; at < mark_end_; at += length(at)) {
      if (wanted(code_point(at))) return true;
    }
    return false;
  }
  // Of this part, before the marks; kNothing at its beginning.
  char32_t previous() const {
    size_t at = mark_begin_;
    while (at > begin_ && (static_cast<unsigned char>(text_[at - 1]) & 0xC0) == 0x80) --at;
    return at > begin_ ? code_point(at - 1) : kNothing;
  }
  // Behind the marks and what closes.
  char32_t next() const { return code_point(at_); }
  // The same behind white space.
  char32_t next_word() const {
    size_t at = at_;
    while (is_white_space(code_point(at))) at += length(at);
    return code_point(at);
  }
  // ASCII letters, digits and full stops right before the marks.
  std::string_view previous_word() const {
    size_t at = mark_begin_;
    while (at > begin_ && mark_begin_ - at < kLongestAbbreviation && is_ascii_word(text_[at - 1])) --at;
    return text_.substr(at, mark_begin_ - at);
  }
  // Whether the part has nothing else so far.
  bool begins_with(std::string_view word) const { return word.data() == text_.data() + begin_; }

 private:
  size_t length(size_t at) const { return first_sequence(text_.substr(at)).length; }
  char32_t code_point(size_t at) const {
    return at < text_.size() ? first_sequence(text_.substr(at)).code_point : kNothing;
  }
  void step(char32_t c) {
    if (c == '"') quote_is_open_ = !quote_is_open_;
    at_ += length(at_);
  }
  // The straight quote closes where one is open.
  void pass_closing() {
    for (char32_t c = code_point(at_); is_closing(c) || (c == '"' && quote_is_open_); c = code_point(at_)) step(c);
    if (code_point(at_) == '\'' && (at_ + 1 == text_.size() || is_white_space(code_point(at_ + 1)))) ++at_;
  }
  std::string_view cut() {
    while (is_white_space(code_point(at_))) at_ += length(at_);
    const auto part = text_.substr(begin_, at_ - begin_);
    begin_ = at_;
    quote_is_open_ = false;
    return part;
  }

  std::string_view text_;
  size_t begin_ = 0;  // of this part
  size_t at_ = 0;
  size_t mark_begin_ = 0, mark_end_ = 0;
  bool quote_is_open_ = false;  // a straight one, in this part
};

bool stands_between_east_asian(const Scanner& at) { return is_east_asian(at.previous()) && is_east_asian(at.next()); }

bool is_number(std::string_view word) {
  return !word.empty() && word.find_first_not_of("0123456789.") == std::string_view::npos;
}

bool belongs_to_word(const Scanner& at) {
  if (at.marks() != ".") return false;
  const auto word = at.previous_word();
  return is_abbreviation(word, is_ascii_digit(at.next_word())) || (is_number(word) && at.begins_with(word));
}

// U+3000, white space, stands among the East Asian characters as well.
bool ends_sentence(const Scanner& at) {
  const char32_t next = at.next();
  if (is_clause_mark(next)) return false;
  if (next == kNothing || at.any_mark(is_wide_final)) return true;
  if (is_white_space(next)) return !is_lower_case(at.next_word()) && !belongs_to_word(at);
  if (at.any_mark(is_ellipsis)) return is_east_asian(at.previous()) || is_east_asian(next);
  return stands_between_east_asian(at);
}

bool ends_clause(const Scanner& at) {
  return at.any_mark(is_wide_clause_mark) || is_white_space(at.next()) || stands_between_east_asian(at);
}

}  // namespace

std::vector<std::string_view> sentences_of(std::string_view text) {
  return Scanner(text).parts(is_final, ends_sentence);
}

std::vector<std::string_view> clauses_of(std::string_view text) {
  return Scanner(text).parts(is_clause_mark, ends_clause);
}

std::vector<std::string_view> words_of(std::string_view text) {
  return Scanner(text).parts(is_white_space, [](const Scanner&) { return true; });
}

}  // namespace tfm
