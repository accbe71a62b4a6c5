#include "cleaning/text_checks.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "text/characters.h"
#include "text/code_points.h"
#include "text/unicode_properties.h"

namespace tfm {
namespace {

template <typename Visit>
void for_each_code_point(std::string_view text, const Visit& visit) {
  while (!text.empty()) {
    const Utf8Sequence sequence = first_sequence(text);
    visit(sequence.code_point);
    text.remove_prefix(sequence.length);
  }
}

bool is_digit_mark_or_symbol(char32_t c) { return is_number(c) || is_punctuation(c) || is_symbol(c); }
bool is_blank_character(char32_t c) { return is_white_space(c) || is_zero_width(c); }

std::string_view without_blanks_at_ends(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_letter(char32_t c) {
  if (c < 0x80) return std::isalpha(static_cast<int>(c)) != 0;
  return !is_digit_mark_or_symbol(c) && !is_blank_character(c) && c != kReplacementCharacter;
}

// 0 to 9 of either width, -1 for all else.
int digit_value(char32_t c) {
  if (c >= U'0' && c <= U'9') return static_cast<int>(c - U'0');
  if (c >= U'０' && c <= U'９') return static_cast<int>(c - U'０');
  return -1;
}

// Whether a comma there parts thousands: three digits and no fourth come behind it.
bool parts_thousands(std::u32string_view text, size_t comma) {
  if (text[comma] != U',' && text[comma] != U'，') return false;
  size_t digits = 0;
  while (comma + 1 + digits < text.size() && digits < 4 && digit_value(text[comma + 1 + digits]) >= 0) ++digits;
  return digits == 3;
}

bool is_url_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
         std::string_view("-._~:/?#[]@!$&'()*+,;=%").find(c) != std::string_view::npos;
}

std::string url_key(std::string_view url) {
  while (!url.empty() && std::string_view(".,;:!?)'/]").find(url.back()) != std::string_view::npos)
    url.remove_suffix(1);
  std::string key(url);
  std::transform(key.begin(), key.end(), key.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (key.starts_with(scheme)) key.erase(0, scheme.size());
  }
  return key;
}

size_t next_url(std::string_view text, size_t from) {
  size_t first = std::string_view::npos;
  for (const std::string_view beginning : {"http://", "https://", "www."}) {
    first = std::min(first, text.find(beginning, from));
  }
  return first;
}

bool is_tag(std::string_view text) {  // `text` begins with "<"
  constexpr size_t kLongestTag = 200;
  size_t at = 1;
  if (at < text.size() && text[at] == '/') ++at;
  if (at >= text.size() || std::isalpha(static_cast<unsigned char>(text[at])) == 0) return false;
  const size_t end = text.substr(0, kLongestTag).find_first_of("<>", at);
  return end != std::string_view::npos && text[end] == '>';
}

bool is_entity(std::string_view text) {  // `text` begins with "&"
  constexpr size_t kLongestEntity = 10;
  const size_t end = text.substr(0, kLongestEntity).find(';');
  if (end == std::string_view::npos || end < 3) return false;
  const std::string_view name = text.substr(1, end - 1);
  const auto digits = [](std::string_view part) {
    return !part.empty() &&
           std::all_of(part.begin(), part.end(), [](unsigned char c) { return std::isxdigit(c) != 0; });
  };
  if (name.front() == '#') return digits(name.substr(name.size() > 1 && name[1] == 'x' ? 2 : 1));
  constexpr std::array<std::string_view, 10> kNames = {"amp",  "lt",    "gt",    "quot",  "apos",
                                                       "nbsp", "ldquo", "rdquo", "lsquo", "rsquo"};
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end();
}

template <typename Predicate>
bool any_at(std::string_view text, char beginning, const Predicate& is) {
  for (size_t at = text.find(beginning); at != std::string_view::npos; at = text.find(beginning, at + 1)) {
    if (is(text.substr(at))) return true;
  }
  return false;
}

}  // namespace

int64_t count_characters(std::string_view text) {
  return std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
}

bool is_untranslated(std::string_view source, std::string_view target) {
  if (without_blanks_at_ends(source) != without_blanks_at_ends(target)) return false;
  bool letter = false;
  for_each_code_point(source, [&](char32_t c) { letter = letter || is_letter(c); });
  return letter;
}

double symbol_share(std::string_view text) {
  int64_t characters = 0, symbols = 0;
  for_each_code_point(text, [&](char32_t c) {
    if (is_blank_character(c)) return;
    ++characters;
    symbols += is_digit_mark_or_symbol(c) ? 1 : 0;
  });
  return characters == 0 ? 0.0 : static_cast<double>(symbols) / static_cast<double>(characters);
}

std::vector<std::string> numbers_in(std::string_view utf8) {
  std::vector<std::string> numbers;
  const auto has_digit = [](char c) { return (c >= '0' && c <= '9') || c == '\xEF'; };  // or a full-width one begins
  if (std::none_of(utf8.begin(), utf8.end(), has_digit)) return numbers;
  const std::u32string text = decode_utf8(utf8);
  std::string digits;
  for (size_t i = 0; i <= text.size(); ++i) {
    const int value = i < text.size() ? digit_value(text[i]) : -1;
    if (value >= 0) {
      digits += static_cast<char>('0' + value);
    } else if (i == text.size() || digits.empty() || !parts_thousands(text, i)) {
      if (digits.size() >= 2) numbers.push_back(digits);
      digits.clear();
    }
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::vector<std::string> urls_in(std::string_view text) {
  std::vector<std::string> urls;
  for (size_t begin = next_url(text, 0); begin != std::string_view::npos;) {
    size_t end = begin;
    while (end < text.size() && is_url_character(text[end])) ++end;
    urls.push_back(url_key(text.substr(begin, end - begin)));
    begin = next_url(text, end);
  }
  std::sort(urls.begin(), urls.end());
  return urls;
}

bool has_markup(std::string_view text) { return any_at(text, '<', is_tag) || any_at(text, '&', is_entity); }

std::string without_marks(std::string_view text) {
  std::u32string kept;
  for_each_code_point(text, [&](char32_t c) {
    if (!is_blank_character(c) && !is_punctuation(c) && !is_symbol(c)) kept += c;
  });
  return kept.empty() ? std::string(text) : encode_utf8(lowercase(kept));
}

}  // namespace tfm
