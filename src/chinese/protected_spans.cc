#include "chinese/protected_spans.h"

#include <algorithm>

#include "text/characters.h"

namespace tfm {
namespace {

using Line = std::u32string_view;

bool is_alphanumeric(char32_t c) { return c < 0x80 && (is_latin(c) || is_ascii_digit(c)); }
bool is_among(char32_t c, Line signs) { return signs.find(c) != Line::npos; }
bool is_scheme_character(char32_t c) { return is_alphanumeric(c) || is_among(c, U"+-."); }
bool is_address_character(char32_t c) { return is_alphanumeric(c) || is_among(c, U"-._~:/?#[]@!$&*+,;=%"); }
bool is_mail_character(char32_t c) { return is_alphanumeric(c) || is_among(c, U".-_+"); }
// Behind Han characters an address goes on with these only, and with a question: "/维基" may stand in a sentence with
// marks.
bool goes_on_behind_han(Line line, std::size_t position) {
  const char32_t c = line[position];
  if (c == '?') return position + 1 < line.size() && is_alphanumeric(line[position + 1]);
  return is_alphanumeric(c) || is_among(c, U"/_%=&#-");
}

struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;  // begin: no span
};

template <typename Predicate>
std::size_t end_while(Line line, std::size_t position, Predicate wanted) {
  while (position < line.size() && wanted(line[position])) ++position;
  return position;
}

std::size_t address_end(Line line, std::size_t position) {
  bool behind_han = false;
  for (; position < line.size(); ++position) {
    const char32_t c = line[position];
    if (is_han(c) && (behind_han || is_among(line[position - 1], U"/="))) {
      behind_han = true;
    } else if (behind_han ? goes_on_behind_han(line, position) : is_address_character(c)) {
      behind_han = behind_han && !is_among(c, U"/=?");
    } else {
      break;
    }
  }
  while (is_among(line[position - 1], U",.?!:;")) --position;
  return position;
}

// The front of :role:`text`, as reStructuredText has it.
Span role_at_colon(Line line, std::size_t colon) {
  std::size_t end = end_while(line, colon + 1, [](char32_t c) { return is_scheme_character(c) || c == ':'; });
  return end > colon + 2 && end < line.size() && line[end] == '`' && line[end - 1] == ':' ? Span{colon, end} : Span{};
}

// Around the colon of "https://".
Span address_at_colon(Line line, std::size_t colon) {
  std::size_t begin = colon;
  while (begin > 0 && is_scheme_character(line[begin - 1])) --begin;
  if (begin == colon || !line.substr(colon).starts_with(U"://")) return role_at_colon(line, colon);
  return {begin, address_end(line, colon + 3)};
}

Span address_at_w(Line line, std::size_t begin) {
  if (!line.substr(begin).starts_with(U"www.") || (begin > 0 && is_alphanumeric(line[begin - 1]))) return {};
  return {begin, address_end(line, begin + 4)};
}

Span mail_address_at(Line line, std::size_t at) {
  std::size_t begin = at;
  while (begin > 0 && is_mail_character(line[begin - 1])) --begin;
  std::size_t end = end_while(line, at + 1, is_mail_character);
  while (line[end - 1] == '.') --end;
  return begin < at && end > at + 1 ? Span{begin, end} : Span{};
}

// To the next run of as many grave accents.
Span code_at(Line line, std::size_t begin) {
  const auto run_end = [&](std::size_t from) { return end_while(line, from, [](char32_t c) { return c == '`'; }); };
  const std::size_t length = run_end(begin) - begin;
  for (std::size_t next = line.find(U'`', begin + length); next != Line::npos; next = line.find(U'`', run_end(next))) {
    if (run_end(next) - next == length) return {begin, next + length};
  }
  return {};
}

Span tag_at(Line line, std::size_t begin) {
  if (begin + 1 >= line.size() || !(is_latin(line[begin + 1]) || is_among(line[begin + 1], U"/!?"))) return {};
  const std::size_t end = line.find_first_of(U"<>", begin + 1);
  return end != Line::npos && line[end] == '>' ? Span{begin, end + 1} : Span{};
}

// The target of [text](target).
Span link_at(Line line, std::size_t bracket) {
  if (!line.substr(bracket).starts_with(U"](")) return {};
  const std::size_t end = line.find_first_of(U"()", bracket + 2);
  return end != Line::npos && line[end] == ')' ? Span{bracket, end + 1} : Span{};
}

Span placeholder_at(Line line, std::size_t begin) {
  const std::size_t end = line.find_first_of(U"{}", begin + 1);
  return end != Line::npos && line[end] == '}' ? Span{begin, end + 1} : Span{};
}

Span entity_at(Line line, std::size_t begin) {
  const std::size_t end = end_while(line, begin + 1, [](char32_t c) { return is_alphanumeric(c) || c == '#'; });
  return end > begin + 1 && end < line.size() && line[end] == ';' ? Span{begin, end + 1} : Span{};
}

// With the character behind it, so that no blank comes between "\n" and what stands on the new line.
Span escape_at(Line line, std::size_t begin) {
  if (begin + 1 >= line.size() || !(is_latin(line[begin + 1]) || is_among(line[begin + 1], U"\"'()"))) return {};
  return {begin, std::min(begin + 3, line.size())};
}

bool is_access_key(Line line, std::size_t begin) {
  return begin + 3 < line.size() && line[begin + 1] == '&' && is_alphanumeric(line[begin + 2]) &&
         line[begin + 3] == ')';
}

// The brackets of f("..."), and (&F).
Span call_at(Line line, std::size_t begin) {
  if (is_access_key(line, begin)) return {begin, begin + 4};
  if (begin == 0 || begin + 1 >= line.size()) return {};
  if (!is_alphanumeric(line[begin - 1]) && line[begin - 1] != '_') return {};
  const char32_t quote = line[begin + 1];
  if (quote != '"' && quote != '\'') return {};
  const std::size_t closing = line.find(quote, begin + 2);
  const std::size_t end = closing == Line::npos ? Line::npos : line.find(U')', closing);
  return end == Line::npos ? Span{} : Span{begin, end + 1};
}

Span span_at(Line line, std::size_t position) {
  switch (line[position]) {
    case ':':
      return address_at_colon(line, position);
    case 'w':
      return address_at_w(line, position);
    case '@':
      return mail_address_at(line, position);
    case '`':
      return code_at(line, position);
    case '<':
      return tag_at(line, position);
    case ']':
      return link_at(line, position);
    case '{':
      return placeholder_at(line, position);
    case '&':
      return entity_at(line, position);
    case '\\':
      return escape_at(line, position);
    case '(':
      return call_at(line, position);
    default:
      return {};
  }
}

}  // namespace

ProtectedSpans::ProtectedSpans(Line line) {
  uint32_t number = 0;
  for (std::size_t i = 0; i < line.size();) {
    const Span span = span_at(line, i);
    if (span.end == span.begin) {
      ++i;
      continue;
    }
    spans_.resize(line.size());
    std::fill(spans_.begin() + static_cast<std::ptrdiff_t>(span.begin),
              spans_.begin() + static_cast<std::ptrdiff_t>(span.end), ++number);
    i = span.end;
  }
}

}  // namespace tfm
