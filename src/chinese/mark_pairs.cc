#include "chinese/mark_pairs.h"

#include "text/characters.h"

namespace tfm {
namespace {

using Line = std::u32string_view;

constexpr Line kPairedMarks = U"()\"'（）“”‘’";

bool is_word_character(Line line, std::size_t position) {
  return position < line.size() && (is_latin(line[position]) || is_ascii_digit(line[position]));
}

bool is_apostrophe(Line line, std::size_t position) {
  return position > 0 && is_word_character(line, position - 1) && is_word_character(line, position + 1);
}

}  // namespace

MarkPairs::MarkPairs(Line line, const ProtectedSpans& spans) {
  if (line.find_first_of(kPairedMarks) == Line::npos) return;
  marks_.resize(line.size());
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == U'“' || line[i] == U'‘') marks_[i].role = Role::kOpens;
    if (line[i] == U'”' || line[i] == U'’') marks_[i].role = Role::kCloses;
  }
  pair_brackets(line, spans);
  pair_quotes(line, spans, '"');
  pair_quotes(line, spans, '\'');
}

void MarkPairs::pair(std::size_t opening, std::size_t closing) {
  marks_[opening] = {Role::kOpens, closing};
  marks_[closing] = {Role::kCloses, opening};
}

void MarkPairs::pair_brackets(Line line, const ProtectedSpans& spans) {
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (spans.hold(i)) continue;
    if (line[i] == '(' || line[i] == U'（') open.push_back(i);
    if ((line[i] != ')' && line[i] != U'）') || open.empty()) continue;
    pair(open.back(), i);
    open.pop_back();
  }
}

void MarkPairs::pair_quotes(Line line, const ProtectedSpans& spans, char32_t quote) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == quote && !spans.hold(i) && !(quote == '\'' && is_apostrophe(line, i))) found.push_back(i);
  }
  if (found.size() % 2 != 0) return;
  for (std::size_t k = 0; quote == '\'' && k < found.size(); k += 2) {
    if (found[k] > 0 && is_word_character(line, found[k] - 1)) return;
    if (is_word_character(line, found[k + 1] + 1)) return;
  }
  for (std::size_t k = 0; k < found.size(); k += 2) {
    if (found[k] == 0 || line[found[k] - 1] != '=') pair(found[k], found[k + 1]);
  }
}

}  // namespace tfm
