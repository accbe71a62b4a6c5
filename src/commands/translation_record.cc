#include "commands/translation_record.h"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "weights/model_files.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

using OutputRecord = std::map<std::string, std::string>;  // a name for each thing and its value

// Input and model are known by what they hold, wherever they lie.
constexpr std::array kWithoutEffect{"--help"sv,    "--model"sv, "--input"sv, "--output"sv,   "--resume"sv,
                                    "--threads"sv, "--quiet"sv, "--color"sv, "--log-level"sv};

std::string size_and_checksum(const fs::path& file) {
  return concat(fs::file_size(file), " bytes, checksum ", checksum_file(file));
}

std::string value_of(const CLI::Option& option) {
  std::string text;
  for (const auto& value : option.results()) {
    std::error_code ignored;
    text += concat(text.empty() ? "" : " ", value);
    if (fs::is_regular_file(value, ignored)) text += concat(" (", size_and_checksum(value), ")");
  }
  return text;
}

std::string tokenizer_checksums(const fs::path& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.push_back(concat(entry.path().filename().string(), " ", checksum_file(entry)));
  }
  std::ranges::sort(files);
  std::string text;
  for (const auto& file : files) text += concat(text.empty() ? "" : ", ", file);
  return text;
}

void add_model(OutputRecord& record, const std::string& name, const fs::path& folder) {
  const auto model = find_model(folder);
  record[name + "'s weights"] = checksum_file(model.weights);
  record[name + "'s config"] = checksum_file(model.config);
  record[name + "'s vocabulary"] = tokenizer_checksums(model.tokenizer);
}

OutputRecord facts_of(const CLI::App& command, const TranslateOptions& options, const TranslateInput& input) {
  OutputRecord record{{"version", TFM_VERSION},
                      {"input", input.file ? size_and_checksum(*input.file) : "something that can't be read again"}};
  for (std::size_t i = 0; i < options.models.size(); ++i) {
    add_model(record, options.models.size() == 1 ? "model" : concat("model ", i + 1), options.models[i]);
  }
  for (const CLI::Option* option : command.get_options()) {
    const auto name = option->get_name();
    if (option->count() > 0 && std::ranges::find(kWithoutEffect, name) == kWithoutEffect.end())
      record["option " + name] = value_of(*option);
  }
  return record;
}

// A path needn't be UTF-8.
std::string record_text(const OutputRecord& record) {
  return nlohmann::json(record).dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

OutputRecord parsed_record(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  OutputRecord record;
  if (!json.is_object()) return record;
  for (const auto& [name, value] : json.items()) {
    if (value.is_string()) record[name] = value.get<std::string>();
  }
  return record;
}

std::string value_or_none(const OutputRecord& record, const std::string& name) {
  const auto found = record.find(name);
  return found == record.end() ? "none" : found->second;
}

// One line for each thing that isn't the same.
std::vector<std::string> differences(const OutputRecord& before, const OutputRecord& now) {
  OutputRecord all = before;
  all.insert(now.begin(), now.end());
  std::vector<std::string> lines;
  for (const auto& [name, ignored] : all) {
    const auto old_value = value_or_none(before, name), new_value = value_or_none(now, name);
    if (old_value != new_value) lines.push_back(concat(name, ": was ", old_value, ", now ", new_value));
  }
  return lines;
}

void check_record(const fs::path& lines, const OutputRecord& before, const OutputRecord& now) {
  const auto changes = differences(before, now);
  if (changes.empty()) return;
  std::string message = concat("--resume: ", lines.string(), " was made from something else");
  for (const auto& change : changes) message += "\n  " + change;
  throw UserError(concat(message, "\ngive what it was made from, or remove ", lines.string(), " to begin anew"));
}

}  // namespace

LinesRecord translation_record(const CLI::App& command, const TranslateOptions& options, const TranslateInput& input) {
  const auto facts = facts_of(command, options, input);
  return {.text = record_text(facts), .check = [facts](const fs::path& lines, const std::string& before) {
            check_record(lines, parsed_record(before), facts);
          }};
}

}  // namespace tfm
