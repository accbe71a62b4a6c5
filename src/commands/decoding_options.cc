#include "commands/decoding_options.h"

#include <algorithm>

#include "config/decoding_settings.h"
#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

std::string option_name(std::string key) {
  std::ranges::replace(key, '_', '-');
  return "--" + key;
}

void replace_all(std::string& text, const std::string& what, const std::string& by) {
  for (auto place = text.find(what); place != std::string::npos; place = text.find(what, place + by.size())) {
    text.replace(place, what.size(), by);
  }
}

// "  /beam_size: must be ..." is about the option --beam-size.
std::string about_options(std::string message) {
  for (const auto& setting : decoding_settings()) {
    replace_all(message, concat("\n  /", setting.key, ":"), concat("\n  ", option_name(setting.key), ":"));
  }
  return message;
}

}  // namespace

void add_decoding_options(CLI::App& command, DecodingOptions& options) {
  constexpr const char* kGroup = "DECODING (where not given: as the model's config says)";
  for (const auto& setting : decoding_settings()) {
    const std::string name = option_name(setting.key);
    const auto set = [&given = options.given, key = setting.key](const std::string& value) { given[key] = value; };
    const auto turn = [set](int64_t count) { set(count > 0 ? "true" : "false"); };
    auto* option = setting.is_switch
                       ? command.add_flag_function(concat(name, ",!--no-", name.substr(2)), turn, setting.meaning)
                       : command.add_option_function<std::string>(name, set, setting.meaning);
    option->group(kGroup);
  }
}

DecodingConfig apply(const DecodingOptions& options, const DecodingConfig& config) {
  std::vector<std::string> changes;
  for (const auto& [key, value] : options.given) changes.push_back(concat(key, "=", value));
  try {
    return change_settings(config, changes);
  } catch (const UserError& error) {
    throw UserError(about_options(error.what()));
  }
}

}  // namespace tfm
