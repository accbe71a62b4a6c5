#include "config/json_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

struct SyntaxError {
  size_t offset = 0;  // of the byte at which reading stopped
  std::string message;
};

// Builds the tree from the reader's events, for what Json::parse does not tell: keys that are given twice, and where
// in the text an error is.
class TreeBuilder final : public Json::json_sax_t {
 public:
  JsonDocument document;
  std::optional<SyntaxError> error;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(number_integer_t value) override { return add(value); }
  bool number_unsigned(number_unsigned_t value) override { return add(value); }
  bool number_float(number_float_t value, const string_t&) override { return add(value); }
  bool string(string_t& value) override { return add(std::move(value)); }
  bool binary(binary_t& value) override { return add(std::move(value)); }
  bool start_object(size_t) override { return open(Json::object()); }
  bool start_array(size_t) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& key) override {
    key_ = std::move(key);
    if (containers_.back().json->contains(key_)) document.repeated_keys.push_back(child_pointer(pointer(), key_));
    return true;
  }

  bool parse_error(size_t position, const std::string&, const nlohmann::detail::exception& problem) override {
    error = SyntaxError{position == 0 ? 0 : position - 1, problem.what()};
    return false;
  }

 private:
  struct Container {
    Json* json;       // stays where it is while it is open: its parent grows only afterwards
    std::string key;  // within its parent
  };

  bool add(Json value) {
    place() = std::move(value);
    return true;
  }
  bool open(Json container) {
    std::string key = next_key();
    Json& json = place() = std::move(container);
    containers_.push_back({&json, std::move(key)});
    return true;
  }
  bool close() {
    containers_.pop_back();
    return true;
  }

  Json& place() {
    if (containers_.empty()) return document.root;
    Json& parent = *containers_.back().json;
    return parent.is_array() ? parent.emplace_back(nullptr) : parent[key_];
  }
  std::string next_key() const {
    if (containers_.empty()) return "";
    const Json& parent = *containers_.back().json;
    return parent.is_array() ? std::to_string(parent.size()) : key_;
  }
  // Of the innermost open container.
  std::string pointer() const {
    std::string pointer;
    for (size_t i = 1; i < containers_.size(); ++i) pointer = child_pointer(pointer, containers_[i].key);
    return pointer;
  }

  std::vector<Container> containers_;
  std::string key_;
};

// The reader's "[json.exception.parse_error.101] parse error at line 3, column 5: syntax error while parsing object -
// unexpected '}'; last read: '...'; expected string literal", in a person's words.
std::string plain_words(std::string message) {
  const size_t dash = message.find(" - ");
  const size_t bracket = message.find("] ");
  if (dash != std::string::npos) {
    message.erase(0, dash + 3);
  } else if (bracket != std::string::npos) {
    message.erase(0, bracket + 2);
  }
  if (const size_t last_read = message.find("; last read: '"); last_read != std::string::npos) {
    const size_t expected = message.rfind("; expected ");
    const size_t end = expected == std::string::npos ? message.size() : expected;
    message.erase(last_read, std::max(end, last_read) - last_read);
  }
  static const std::array<std::pair<std::string_view, std::string_view>, 5> kOurWords{{
      {"expected string literal", "expected a key in double quotes"},
      {"expected '[', '{', or a literal", "expected a value"},
      {"expected '}'", "expected ',' or '}'"},
      {"expected ']'", "expected ',' or ']'"},
      {"invalid literal", "invalid literal; expected a value, text in double quotes"},
  }};
  for (const auto& [theirs, ours] : kOurWords) {
    if (message.ends_with(theirs)) return message.replace(message.size() - theirs.size(), theirs.size(), ours);
  }
  return message;
}

bool starts_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; }

std::string line_and_column(std::string_view text, size_t offset) {
  const std::string_view before = text.substr(0, std::min(offset, text.size()));
  const size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const std::string_view in_line = before.substr(line_start);
  return concat(line, ":", std::count_if(in_line.begin(), in_line.end(), starts_character) + 1);
}

std::string shorten(std::string text) {
  constexpr size_t kLongest = 60;
  if (text.size() <= kLongest) return text;
  size_t end = kLongest;
  while (!starts_character(text[end])) --end;
  return text.substr(0, end) + "...\"";
}

}  // namespace

JsonDocument parse_json(std::string_view text, const std::string& name) {
  constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  TreeBuilder builder;
  Json::sax_parse(text.begin(), text.end(), &builder, Json::input_format_t::json, true, true);
  if (builder.error) {
    throw UserError(
        concat(name, ":", line_and_column(text, builder.error->offset), ": ", plain_words(builder.error->message)));
  }
  return std::move(builder.document);
}

std::string child_pointer(const std::string& parent, std::string_view key) {
  std::string pointer = parent + "/";
  for (const char c : key) {
    if (c == '~') {
      pointer += "~0";
    } else if (c == '/') {
      pointer += "~1";
    } else {
      pointer += c;
    }
  }
  return pointer;
}

bool is_utf8(const std::string& text) {
  try {
    static_cast<void>(Json(text).dump());
    return true;
  } catch (const Json::type_error&) {
    return false;
  }
}

Json json_number(double value) {
  constexpr double kExact = 9007199254740992.0;  // 2^53
  if (std::trunc(value) == value && std::abs(value) <= kExact) return static_cast<int64_t>(value);
  return value;
}

std::string show_json(const Json& value) {
  if (value.is_array()) return value.empty() ? "an empty list" : "a list";
  if (value.is_object()) return "an object";
  return shorten(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace tfm
