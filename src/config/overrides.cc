#include "config/overrides.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "core/concat.h"

namespace tfm {
namespace {

struct Override {
  std::vector<std::string> keys;
  JsonDocument value;
};

// Nothing where `text` is no JSON pointer to a key.
std::optional<std::vector<std::string>> split_pointer(const std::string& text) {
  if (!text.starts_with('/')) return std::nullopt;
  try {
    std::vector<std::string> keys;
    for (Json::json_pointer pointer(text); !pointer.empty(); pointer.pop_back()) keys.push_back(pointer.back());
    std::reverse(keys.begin(), keys.end());
    return keys;
  } catch (const Json::parse_error&) {  // a ~ that begins no escape
    return std::nullopt;
  }
}

std::optional<Override> parse_override(const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos) return std::nullopt;
  auto keys = split_pointer(text.substr(0, equals));
  if (!keys) return std::nullopt;
  const std::string value = text.substr(equals + 1);
  return Override{std::move(*keys), Json::accept(value) ? parse_json(value, "--set") : JsonDocument{value, {}}};
}

std::optional<size_t> parse_index(const std::string& key) {
  size_t index = 0;
  const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
  if (error != std::errc() || end != key.data() + key.size()) return std::nullopt;
  return index;
}

// The value below `container`, new (null) where there was none. Nothing where there can't be one.
Json* child_of(Json& container, const std::string& key) {
  if (container.is_object()) return &container[key];
  const auto index = parse_index(key);
  if (!container.is_array() || !index || *index > container.size()) return nullptr;
  if (*index == container.size()) container.push_back(nullptr);
  return &container[*index];
}

std::string why_no_child(const Json& container) {
  if (!container.is_array()) return concat("can't be set below ", show_json(container));
  return concat("must end in the number of a list entry, 0 to ", container.size());
}

}  // namespace

Overrides::Overrides(const std::vector<std::string>& texts, Json& document, Problems& problems,
                     const std::string& origin) {
  for (const std::string& text : texts) apply(text, document, problems, origin);
}

void Overrides::apply(const std::string& text, Json& document, Problems& problems, const std::string& origin) {
  if (!is_utf8(text)) return problems.add("--set", "must be UTF-8, got other bytes in " + show_json(text));
  auto setting = parse_override(text);
  if (!setting) return problems.add("--set " + text, "must have the form /section/key=value, as in /training/seed=7");

  Json* place = &document;
  std::string pointer;
  std::optional<std::string> topmost_new;
  for (const std::string& key : setting->keys) {
    if (place->is_null()) {
      *place = parse_index(key) ? Json::array() : Json::object();
      if (!topmost_new) topmost_new = pointer;
    }
    pointer = child_pointer(pointer, key);
    Json* const child = child_of(*place, key);
    if (child == nullptr) return problems.add(pointer, why_no_child(*place) + origin);
    place = child;
  }
  *place = std::move(setting->value.root);
  for (const auto& key : setting->value.repeated_keys) problems.add(pointer + key, "given twice" + origin);
  brought_.push_back(topmost_new.value_or(pointer));
}

bool Overrides::brought(const std::string& pointer) const {
  return std::any_of(brought_.begin(), brought_.end(),
                     [&](const std::string& top) { return pointer == top || pointer.starts_with(top + "/"); });
}

}  // namespace tfm
