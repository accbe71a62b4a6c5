#include "config/schema.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <regex>

#include "config/spelling.h"
#include "core/concat.h"

namespace tfm {
namespace {

std::string join(const std::vector<std::string>& parts, const std::string& separator) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : separator) + part;
  return text;
}

std::vector<std::string> names_of(const std::vector<KeyInfo>& keys) {
  std::vector<std::string> names;
  for (const KeyInfo& key : keys) names.push_back(key.name);
  return names;
}

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

// "a", "b" or LAST
std::string choices_text(const std::vector<std::string>& names, const std::string& last) {
  std::vector<std::string> all_quoted;
  for (const std::string& name : names) all_quoted.push_back(quoted(name));
  return join(all_quoted, ", ") + " or " + last;
}

// The pointer of a key of that name anywhere below `value`.
std::optional<std::string> find_key(const ValueInfo& value, const std::string& name, const std::string& pointer = "") {
  for (const KeyInfo& key : value.keys) {
    const std::string here = child_pointer(pointer + value.keys_below, key.name);
    if (key.name == name) return here;
    if (auto found = find_key(key.value, name, here)) return found;
  }
  return std::nullopt;
}

std::string words(const Range& range) {
  const auto bound = [](const char* sign, double value) { return concat(sign, " ", json_number(value).dump()); };
  if (range.at_least && range.at_most) return bound("from", *range.at_least) + bound(" to", *range.at_most);
  std::vector<std::string> bounds;
  if (range.at_least) bounds.push_back(bound(">=", *range.at_least));
  if (range.greater_than) bounds.push_back(bound(">", *range.greater_than));
  if (range.at_most) bounds.push_back(bound("<=", *range.at_most));
  if (range.less_than) bounds.push_back(bound("<", *range.less_than));
  return join(bounds, " and ");
}

bool contains(const Range& range, double value) {
  return std::isfinite(value) && (!range.at_least || value >= *range.at_least) &&
         (!range.greater_than || value > *range.greater_than) && (!range.at_most || value <= *range.at_most) &&
         (!range.less_than || value < *range.less_than);
}

ValueInfo range_info(const Range& range, const std::string& article, const std::string& type) {
  Json schema = {{"type", type}};
  if (range.at_least) schema["minimum"] = json_number(*range.at_least);
  if (range.greater_than) schema["exclusiveMinimum"] = json_number(*range.greater_than);
  if (range.at_most) schema["maximum"] = json_number(*range.at_most);
  if (range.less_than) schema["exclusiveMaximum"] = json_number(*range.less_than);
  return {article, type + " " + words(range), schema};
}

// 4000.0 and 4e3 are the integer 4000. Nothing where the value is no integer of 64 bits.
std::optional<int64_t> to_integer(const Json& json) {
  if (json.is_number_unsigned() && json.get<uint64_t>() > uint64_t{INT64_MAX}) return std::nullopt;
  if (json.is_number_integer()) return json.get<int64_t>();
  if (!json.is_number_float()) return std::nullopt;
  const Json exact = json_number(json.get<double>());
  return exact.is_number_integer() ? std::optional(exact.get<int64_t>()) : std::nullopt;
}

std::optional<double> to_number(const std::string& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

void Place::problem(const std::string& what) const {
  const std::string where = pointer_.empty() ? "(top level)" : pointer_;
  reading_->problems.add(where, what + (reading_->overrides.brought(pointer_) ? " (--set)" : ""));
}

void Place::wrong_value(const ValueInfo& expected, const Json& got) const {
  problem(concat("must be ", expected.phrase(), ", got ", show_json(got)));
}

void Place::unknown_key(const std::string& key, const std::vector<KeyInfo>& known) const {
  const auto names = names_of(known);
  const auto near = nearest(key, names);
  const auto elsewhere = find_key(*reading_->root, key);
  if (near) return child(key).problem(concat("unknown key; did you mean ", quoted(*near), "?"));
  if (elsewhere) return child(key).problem(concat("unknown key; did you mean ", quoted(*elsewhere), "?"));
  child(key).problem("unknown key; the keys here are " + join(names, ", "));
}

std::filesystem::path Place::resolve(const std::filesystem::path& path) const {
  const auto folder = reading_->overrides.brought(pointer_) ? std::filesystem::current_path() : reading_->folder;
  const auto normal = std::filesystem::absolute(folder / path).lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

Range::operator Kind<int64_t>() const {
  const ValueInfo info = range_info(*this, "an ", "integer");
  const auto read = [info, range = *this](const Json& json, int64_t& value, const Place& place) {
    const auto integer = to_integer(json);
    if (!integer || !contains(range, static_cast<double>(*integer))) return place.wrong_value(info, json);
    value = *integer;
  };
  return {info, read, [](const int64_t& value) { return Json(value); }};
}

Range::operator Kind<double>() const {
  const ValueInfo info = range_info(*this, "a ", "number");
  const auto read = [info, range = *this](const Json& json, double& value, const Place& place) {
    if (!json.is_number() || !contains(range, json.get<double>())) return place.wrong_value(info, json);
    value = json.get<double>();
  };
  return {info, read, [](const double& value) { return Json(value); }};
}

TrueOrFalse::operator Kind<bool>() const {
  const ValueInfo info{"", "true or false", {{"type", "boolean"}}};
  const auto read = [info](const Json& json, bool& value, const Place& place) {
    if (!json.is_boolean()) return place.wrong_value(info, json);
    value = json.get<bool>();
  };
  return {info, read, [](const bool& value) { return Json(value); }};
}

Matches::operator Kind<std::string>() const {
  const ValueInfo info{"a ", what, {{"type", "string"}, {"pattern", "^(?:" + pattern + ")$"}}};
  const auto read = [info, regex = std::regex(pattern)](const Json& json, std::string& value, const Place& place) {
    if (!json.is_string() || !std::regex_match(json.get_ref<const std::string&>(), regex)) {
      return place.wrong_value(info, json);
    }
    value = json.get<std::string>();
  };
  return {info, read, [](const std::string& value) { return Json(value); }};
}

WordOrNumber::operator Kind<std::string>() const {
  const ValueInfo number = range_info(range, "a ", "number");
  const ValueInfo word = choice_info(words);
  const ValueInfo info{"", choices_text(words, number.phrase()), {{"anyOf", {word.schema, number.schema}}}};
  const auto read = [*this, info](const Json& json, std::string& value, const Place& place) {
    const bool is_word = json.is_string() && std::count(words.begin(), words.end(), json.get<std::string>()) != 0;
    const bool is_number = json.is_number() && contains(range, json.get<double>());
    if (!is_word && !is_number) return place.wrong_value(info, json);
    value = is_word ? json.get<std::string>() : json_number(json.get<double>()).dump();
  };
  const auto write = [](const std::string& value) {
    const auto as_number = to_number(value);
    return as_number ? json_number(*as_number) : Json(value);
  };
  return {info, read, write};
}

NonEmpty::operator Kind<std::string>() const {
  const ValueInfo info{"a ", "text that isn't empty", {{"type", "string"}, {"minLength", 1}}};
  const auto read = [info](const Json& json, std::string& value, const Place& place) {
    if (!json.is_string() || json == "") return place.wrong_value(info, json);
    value = json.get<std::string>();
  };
  return {info, read, [](const std::string& value) { return Json(value); }};
}

FilePath::operator Kind<std::filesystem::path>() const {
  const ValueInfo info{"a ", "path", {{"type", "string"}, {"pattern", "^[^\\u0000]+$"}}};
  const auto read = [info](const Json& json, std::filesystem::path& value, const Place& place) {
    if (!json.is_string() || json.get<std::string>().find('\0') != std::string::npos || json == "") {
      return place.wrong_value(info, json);
    }
    const auto path = place.resolve(json.get<std::string>());
    if (!is_utf8(path.string())) return place.problem("the folder's name must be UTF-8: " + show_json(path.string()));
    value = path;
  };
  return {info, read, [](const std::filesystem::path& value) { return Json(value.string()); }};
}

ValueInfo choice_info(const std::vector<std::string>& names) {
  const std::vector<std::string> all_but_last(names.begin(), names.end() - 1);
  return {"", choices_text(all_but_last, quoted(names.back())), {{"enum", names}}};
}

ValueInfo optional_info(ValueInfo value) {
  value.allowed += " or null";
  value.schema = Json{{"anyOf", {value.schema, {{"type", "null"}}}}};
  value.is_section = false;
  return value;
}

ValueInfo object_info(std::vector<KeyInfo> keys) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const KeyInfo& key : keys) {
    Json& property = properties[key.name] = key.value.schema;
    property["description"] = key.meaning;
    const bool needs_keys = key.value.is_section && key.value.schema.contains("required");
    if (key.required || needs_keys) required.push_back(key.name);
    if (!key.required && !key.value.is_section) property["default"] = key.default_value;
  }
  Json schema = {{"type", "object"}, {"properties", properties}, {"additionalProperties", false}};
  if (!required.empty()) schema["required"] = required;
  const std::string allowed = "object {" + join(names_of(keys), ", ") + "}";
  return {"an ", allowed, schema, std::move(keys), "", true};
}

ValueInfo list_info(ValueInfo element, size_t least) {
  element.schema = Json{{"type", "array"}, {"minItems", least}, {"items", element.schema}};
  element.allowed = (least == 0 ? "list of any length, each " : "list of one or more, each ") + element.phrase();
  element.article = "a ";
  element.keys_below = "/N";
  element.is_section = false;
  return element;
}

bool check_object(const Json& json, const ValueInfo& info, const Place& place) {
  if (!json.is_object()) {
    place.wrong_value(info, json);
    return false;
  }
  const auto names = names_of(info.keys);
  for (const auto& [key, value] : json.items()) {
    if (std::find(names.begin(), names.end(), key) == names.end()) place.unknown_key(key, info.keys);
  }
  return true;
}

std::optional<Json> value_or_default(const Json& object, const KeyInfo& key, const Place& place) {
  if (const auto given = object.find(key.name); given != object.end()) return *given;
  if (key.required) {
    place.child(key.name).problem("missing; must be " + key.value.phrase());
    return std::nullopt;
  }
  return key.value.is_section ? Json::object() : key.default_value;
}

}  // namespace tfm
