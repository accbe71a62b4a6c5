// Field tables: one line a key says its name, member, range and meaning; its default is the struct's initialiser.
//
//   Kind<TrainingConfig> table = object<TrainingConfig>({
//       field("warmup_steps", &TrainingConfig::warmup_steps, AtLeast{0}, "updates of linear warm-up before the decay"),
//       ...});
//
// Reading, checking, writing and documentation are derived from the tables. Internal to this folder: JSON shows here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "config/json_text.h"
#include "config/overrides.h"
#include "config/problems.h"

namespace tfm {

struct KeyInfo;

// A kind of value as people and tools see it.
struct ValueInfo {
  std::string article;             // "an ", where one belongs before:
  std::string allowed;             // "integer >= 0"
  Json schema;                     // JSON Schema of the value
  std::vector<KeyInfo> keys = {};  // of the object, or of each object in the list
  std::string keys_below = "";     // "/N" where the keys are those of a list's entries
  bool is_section = false;         // an object that is there even when nobody writes it

  std::string phrase() const { return article + allowed; }
};

struct KeyInfo {
  std::string name;
  std::string meaning;
  ValueInfo value;
  Json default_value;
  bool required = false;
  std::string documented_at = "";  // the key that has the same keys below it, where they are explained once
};

// What reading a config needs to know besides the document.
struct Reading {
  Problems problems;
  Overrides overrides;
  std::filesystem::path folder;  // of the file
  const ValueInfo* root = nullptr;
};

// The place in the document at which a value is read.
class Place {
 public:
  explicit Place(Reading& reading, std::string pointer = "") : reading_(&reading), pointer_(std::move(pointer)) {}
  Place child(const std::string& key) const { return Place(*reading_, child_pointer(pointer_, key)); }

  void problem(const std::string& what) const;
  // "must be an integer >= 0, got ..."
  void wrong_value(const ValueInfo& expected, const Json& got) const;
  void unknown_key(const std::string& key, const std::vector<KeyInfo>& known) const;

  size_t problems_so_far() const { return reading_->problems.size(); }
  // Absolute and normal: from the file's folder, or from the working folder where the path came from the command line.
  std::filesystem::path resolve(const std::filesystem::path& path) const;

 private:
  Reading* reading_;
  std::string pointer_;
};

// How a value is read (what is wrong is reported, the value then stays as it was), written and described.
template <class Value>
struct Kind {
  ValueInfo info;
  std::function<void(const Json&, Value&, const Place&)> read;
  std::function<Json(const Value&)> write;
};

// --- What a value may be --------------------------------------------------------------------------------------------

// A range of integers or numbers.
struct Range {
  std::optional<double> at_least = {}, greater_than = {}, at_most = {}, less_than = {};
  operator Kind<int64_t>() const;
  operator Kind<double>() const;
};
struct AtLeast : Range {
  explicit AtLeast(double least) : Range{.at_least = least} {}
};
struct GreaterThan : Range {
  explicit GreaterThan(double bound) : Range{.greater_than = bound} {}
};
struct Between : Range {  // both included
  Between(double least, double most) : Range{.at_least = least, .at_most = most} {}
};
struct FromUntil : Range {  // least <= value < bound
  FromUntil(double least, double bound) : Range{.at_least = least, .less_than = bound} {}
};

struct TrueOrFalse {
  operator Kind<bool>() const;
};

// Text that matches a regular expression (in the syntax that C++ and JSON Schema share) as a whole. The expression has
// no unbounded repetition: the library's matcher would need stack for each letter.
struct Matches {
  std::string pattern;
  std::string what;  // "language tag such as en"
  operator Kind<std::string>() const;
};

// One of the words, or a number that is written without quotes; kept as text.
struct WordOrNumber {
  std::vector<std::string> words;
  Range range;
  operator Kind<std::string>() const;
};

struct NonEmpty {  // text of at least one character
  operator Kind<std::string>() const;
};

struct FilePath {
  operator Kind<std::filesystem::path>() const;
};

ValueInfo choice_info(const std::vector<std::string>& names);

// The names of an enum's values: the only place that has them.
template <class Enum>
struct OneOf {
  std::vector<std::pair<std::string, Enum>> choices;

  operator Kind<Enum>() const {
    std::vector<std::string> names;
    for (const auto& [name, value] : choices) names.push_back(name);
    const ValueInfo info = choice_info(names);
    auto read = [all = choices, info](const Json& json, Enum& value, const Place& place) {
      for (const auto& [name, choice] : all) {
        if (json == name) return void(value = choice);
      }
      place.wrong_value(info, json);
    };
    auto write = [all = choices](const Enum& value) {
      for (const auto& [name, choice] : all) {
        if (value == choice) return Json(name);
      }
      return Json();
    };
    return {info, read, write};
  }
};

// --- Objects --------------------------------------------------------------------------------------------------------

template <class Owner>
struct Field {
  KeyInfo info;
  std::function<void(const Json&, Owner&, const Place&)> read;
  std::function<Json(const Owner&)> write;
  std::function<const void*(const Owner&)> address;  // of the member
};

template <class Owner, class Value>
Field<Owner> field(const std::string& name, Value Owner::*member, const std::type_identity_t<Kind<Value>>& kind,
                   const std::string& meaning) {
  return {KeyInfo{name, meaning, kind.info, kind.write(Owner{}.*member)},
          [=](const Json& json, Owner& owner, const Place& place) { kind.read(json, owner.*member, place); },
          [=](const Owner& owner) { return kind.write(owner.*member); },
          [=](const Owner& owner) -> const void* { return std::addressof(owner.*member); }};
}

ValueInfo optional_info(ValueInfo value);

// A value that may be null or absent.
template <class Value>
Kind<std::optional<Value>> optional(const Kind<Value>& kind) {
  const auto read = [kind](const Json& json, std::optional<Value>& value, const Place& place) {
    value.reset();
    if (json.is_null()) return;
    Value given{};
    const size_t problems = place.problems_so_far();
    kind.read(json, given, place);
    if (place.problems_so_far() == problems) value = std::move(given);
  };
  const auto write = [kind](const std::optional<Value>& value) { return value ? kind.write(*value) : Json(); };
  return {optional_info(kind.info), read, write};
}

template <class Owner, class Value>
Field<Owner> field(const std::string& name, std::optional<Value> Owner::*member,
                   const std::type_identity_t<Kind<Value>>& kind, const std::string& meaning) {
  return field<Owner, std::optional<Value>>(name, member, optional(kind), meaning);
}

// A key without a default.
template <class Owner>
Field<Owner> required(Field<Owner> field) {
  field.info.required = true;
  return field;
}

// A key whose own keys are those of another one: documented there.
template <class Owner>
Field<Owner> like(const std::string& pointer, Field<Owner> field) {
  field.info.documented_at = pointer;
  return field;
}

// What must hold between members. `check` says what is wrong, if anything; that stands at the first member's key.
// A rule is asked only when all members it looks at could be read.
template <class Owner>
struct Rule {
  std::function<std::optional<std::string>(const Owner&)> check;
  std::vector<std::function<const void*(const Owner&)>> members;
};

template <class Owner, class... Values>
Rule<Owner> rule(std::optional<std::string> (*check)(const Owner&), Values Owner::*... members) {
  return {check, {[=](const Owner& owner) -> const void* { return std::addressof(owner.*members); }...}};
}

ValueInfo object_info(std::vector<KeyInfo> keys);
// Reports a value that is no object, and unknown keys. False: there is nothing more to read.
bool check_object(const Json& json, const ValueInfo& info, const Place& place);
// The value at `key`; what stands for an absent one. Nothing, and reported, when it is required.
std::optional<Json> value_or_default(const Json& object, const KeyInfo& key, const Place& place);

template <class Owner>
class Table {
 public:
  // `defaults`: what absent keys are, which may follow from the first field.
  using Defaults = std::function<Owner(const Owner& first_field_read)>;
  Table(std::vector<Field<Owner>> fields, std::vector<Rule<Owner>> rules, Defaults defaults)
      : fields_(std::move(fields)),
        rules_(std::move(rules)),
        defaults_(std::move(defaults)),
        info_(object_info(keys())) {}

  const ValueInfo& info() const { return info_; }

  void read(const Json& json, Owner& owner, const Place& place) const {
    if (!check_object(json, info_, place)) return;
    std::vector<const void*> unreadable;
    for (const auto& field : fields_) {
      const size_t problems = place.problems_so_far();
      const bool follows = defaults_ && &field != &fields_.front() && !json.contains(field.info.name);
      const auto value = follows ? field.write(defaults_(owner)) : value_or_default(json, field.info, place);
      if (value) field.read(*value, owner, place.child(field.info.name));
      if (place.problems_so_far() != problems) unreadable.push_back(field.address(owner));
    }
    for (const auto& rule : rules_) check(rule, owner, unreadable, place);
  }

  Json write(const Owner& owner) const {
    Json json = Json::object();
    for (const auto& field : fields_) json[field.info.name] = field.write(owner);
    return json;
  }

 private:
  std::vector<KeyInfo> keys() const {
    std::vector<KeyInfo> keys;
    for (const auto& field : fields_) keys.push_back(field.info);
    return keys;
  }

  void check(const Rule<Owner>& rule, const Owner& owner, const std::vector<const void*>& unreadable,
             const Place& place) const {
    for (const auto& member : rule.members) {
      for (const void* address : unreadable) {
        if (member(owner) == address) return;
      }
    }
    const auto problem = rule.check(owner);
    if (problem) place.child(name_at(rule.members.front()(owner), owner)).problem(*problem);
  }

  std::string name_at(const void* address, const Owner& owner) const {
    for (const auto& field : fields_) {
      if (field.address(owner) == address) return field.info.name;
    }
    throw std::logic_error("a rule about a member that has no field");
  }

  std::vector<Field<Owner>> fields_;
  std::vector<Rule<Owner>> rules_;
  Defaults defaults_;
  ValueInfo info_;
};

template <class Owner>
Kind<Owner> object(std::vector<Field<Owner>> fields, std::vector<Rule<Owner>> rules = {},
                   typename Table<Owner>::Defaults defaults = {}) {
  const auto table = std::make_shared<const Table<Owner>>(std::move(fields), std::move(rules), std::move(defaults));
  return {table->info(),
          [table](const Json& json, Owner& owner, const Place& place) { table->read(json, owner, place); },
          [table](const Owner& owner) { return table->write(owner); }};
}

ValueInfo list_info(ValueInfo element, size_t least);

// A list of at least so many.
template <class Value>
Kind<std::vector<Value>> list_of(const Kind<Value>& element, size_t least) {
  const ValueInfo info = list_info(element.info, least);
  const auto read = [element, info, least](const Json& json, std::vector<Value>& values, const Place& place) {
    if (!json.is_array() || json.size() < least) return place.wrong_value(info, json);
    values.assign(json.size(), Value{});
    for (size_t i = 0; i < json.size(); ++i) element.read(json[i], values[i], place.child(std::to_string(i)));
  };
  const auto write = [element](const std::vector<Value>& values) {
    Json json = Json::array();
    for (const Value& value : values) json.push_back(element.write(value));
    return json;
  };
  return {info, read, write};
}

template <class Value>
Kind<std::vector<Value>> one_or_more(const Kind<Value>& element) {
  return list_of(element, 1);
}
template <class Value>
Kind<std::vector<Value>> zero_or_more(const Kind<Value>& element) {
  return list_of(element, 0);
}

}  // namespace tfm
