#include "formats/po_message.h"

#include <algorithm>

#include "core/concat.h"
#include "formats/segment_text.h"

namespace tfm {
namespace {

std::string_view without_blanks_in_front(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t"), text.size()));
}

std::string_view take_keyword(std::string_view& line) {
  const auto end = std::min(line.find_first_of(" \t\""), line.size());
  const std::string_view keyword = line.substr(0, end);
  line = without_blanks_in_front(line.substr(end));
  return keyword;
}

// The value of a digit in any base up to 16; 16 when it is none.
int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 16;
}

char take_number(std::string_view& text, int base, size_t most_digits) {
  int value = 0;
  for (size_t i = 0; i < most_digits && !text.empty() && digit(text[0]) < base; ++i) {
    value = value * base + digit(text[0]);
    text.remove_prefix(1);
  }
  return static_cast<char>(value);
}

// `text` stands behind a backslash. A line break of any kind is one.
char take_escaped(std::string_view& text) {
  if (digit(text[0]) < 8) return take_number(text, 8, 3);
  const char c = text[0];
  text.remove_prefix(1);
  switch (c) {
    case 'n':
    case 'r':
    case 'v':
    case 'f':
      return '\n';
    case 't':
      return '\t';
    case 'a':
    case 'b':
      return ' ';
    case 'x':
      return take_number(text, 16, 2);
    default:
      return c;
  }
}

// What stands between quotes at the front of `line`; nothing when no quote closes it.
std::optional<std::string> take_string(std::string_view& line) {
  std::string result;
  line.remove_prefix(1);
  while (!line.empty()) {
    const char c = line[0];
    line.remove_prefix(1);
    if (c == '"') return result;
    if (c != '\\') {
      result += c;
    } else if (!line.empty()) {
      result += take_escaped(line);
    }
  }
  return std::nullopt;
}

bool begins_message(std::string_view statement) {
  const std::string_view keyword = take_keyword(statement);
  return keyword == "msgid" || keyword == "msgctxt";
}

}  // namespace

bool PoMessage::is_ended_by(std::string_view line) const {
  if (line.empty()) return true;
  const bool is_complete = first_translation_ || last_translation_;
  const bool is_obsolete_line = line.starts_with("#~");
  if (line.starts_with('#') && !is_obsolete_line) return is_complete || is_obsolete_;
  if (line_ != 0 && is_obsolete_line != is_obsolete_) return true;
  if (is_obsolete_line) line = without_blanks_in_front(line.substr(2));
  return line.starts_with('|') ? is_complete : begins_message(line) && (is_complete || id_);
}

void PoMessage::add_line(std::string_view line, int64_t number) {
  const bool is_comment = line.starts_with('#') && !line.starts_with("#~");
  if (line.starts_with("#,") && line.find("fuzzy") != std::string_view::npos) is_fuzzy_ = true;
  if (is_comment) return;
  if (line.starts_with("#~")) {
    is_obsolete_ = true;
    line = without_blanks_in_front(line.substr(2));
    if (line.empty() || line.starts_with('|')) return;
  }
  if (line_ == 0) line_ = number;
  if (line.starts_with('"')) {
    add_string(line, open_);
  } else {
    add_statement(line);
  }
}

void PoMessage::add_statement(std::string_view line) {
  open_ = string_of(take_keyword(line));
  add_string(line, open_);
}

// Strings may stand one behind the other on a line.
void PoMessage::add_string(std::string_view line, std::string* to) {
  constexpr const char* kNoPo = "a line that is no PO";
  if (to == nullptr || line.empty()) {
    problem_ = kNoPo;
    return;
  }
  while (!line.empty()) {
    const auto text = line.starts_with('"') ? take_string(line) : std::nullopt;
    if (!text) {
      problem_ = kNoPo;
      return;
    }
    if (std::ssize(*to) + std::ssize(*text) > kMaxRecordBytes) {
      problem_ = "a message longer than 1 MiB";
      return;
    }
    *to += *text;
    line = without_blanks_in_front(line);
  }
}

// Where a keyword's string goes; nothing for a word that is none, or comes twice.
std::string* PoMessage::string_of(std::string_view keyword) {
  const auto fresh = [](std::optional<std::string>& text) { return text ? nullptr : &text.emplace(); };
  if (keyword == "msgctxt" && !has_context_) {
    has_context_ = true;
    return &context_;
  }
  if (keyword == "msgid") return fresh(id_);
  if (keyword == "msgid_plural") return fresh(plural_id_);
  if (keyword == "msgstr" || keyword == "msgstr[0]") return fresh(first_translation_);
  if (keyword.starts_with("msgstr[") && keyword.ends_with(']')) return &last_translation_.emplace();
  return nullptr;
}

std::string PoMessage::defect(const std::string& translation) const {
  if (!problem_.empty()) return problem_;
  if (!id_) return "a message without msgid";
  if (is_obsolete_) return "obsolete";
  if (is_fuzzy_) return "fuzzy";
  return translation.empty() ? "untranslated" : "";
}

std::deque<CleanPair> PoMessage::pairs() const {
  const bool is_header = id_ && id_->empty() && !has_context_ && problem_.empty();
  if (line_ == 0 || is_header) return {};
  std::deque<CleanPair> pairs;
  const auto add = [&](const std::string& source, const std::string& target) {
    CleanPair& pair = pairs.emplace_back();
    pair.line = line_;
    pair.defect = defect(target);
    if (!pair.defect.empty()) return;
    pair.source = clean_segment(source);
    pair.target = clean_segment(target);
  };
  const std::string first = first_translation_.value_or("");
  add(id_.value_or(""), first);
  if (plural_id_) add(*plural_id_, last_translation_.value_or(first));
  return pairs;
}

}  // namespace tfm
