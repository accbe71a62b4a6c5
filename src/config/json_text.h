// JSON as a person writes it: comments, a BOM in front, and errors with line and column.
#pragma once

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace tfm {

using Json = nlohmann::ordered_json;  // keeps the order of keys

struct JsonDocument {
  Json root;
  std::vector<std::string> repeated_keys;  // JSON pointers; of a key that is given twice the last value stands
};

// `name` stands for the text in the UserError: "NAME:LINE:COLUMN: what is wrong; what was expected".
JsonDocument parse_json(std::string_view text, const std::string& name);

// "/parent" and "key" to "/parent/key"; ~ and / are escaped as RFC 6901 has it.
std::string child_pointer(const std::string& parent, std::string_view key);

bool is_utf8(const std::string& text);

// An integer where the value is one: 1, not 1.0.
Json json_number(double value);

// For a message: a number or text as JSON, shortened where it is long; "a list", "an object" for what has no end.
std::string show_json(const Json& value);

}  // namespace tfm
