#include "text/sentence_join.h"

#include <algorithm>
#include <array>

#include "text/characters.h"
#include "text/code_points.h"
#include "text/language_tag.h"

namespace tfm {
namespace {

using namespace std::string_view_literals;

constexpr std::array kWithoutBlanks{"ja"sv, "th"sv, "lo"sv, "km"sv, "my"sv, "bo"sv, "dz"sv};

bool writes_no_blanks(std::string_view language) {
  const auto tag = parse_language_tag(language);
  return is_chinese(tag) || std::ranges::find(kWithoutBlanks, tag.primary) != kWithoutBlanks.end();
}

char32_t last_code_point(std::string_view text) {
  size_t at = text.size() - 1;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80) --at;
  return first_sequence(text.substr(at)).code_point;
}

bool is_ascii_character(char32_t c) { return c < 0x80; }

bool takes_blank(char32_t before, char32_t after, std::string_view language) {
  if (language.empty()) return !is_in_cjk_block(before) && !is_han(before) && !is_in_cjk_block(after) && !is_han(after);
  return !writes_no_blanks(language) || (is_ascii_character(before) && is_ascii_character(after));
}

std::string_view without_blanks(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
  return text.substr(0, text.find_last_not_of(' ') + 1);
}

}  // namespace

void append_sentence(std::string& line, std::string_view sentence, std::string_view language) {
  sentence = without_blanks(sentence);
  if (sentence.empty()) return;
  if (!line.empty() && takes_blank(last_code_point(line), first_sequence(sentence).code_point, language)) line += ' ';
  line += sentence;
}

}  // namespace tfm
