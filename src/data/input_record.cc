#include "data/input_record.h"

#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/interrupt.h"
#include "formats/corpus_files.h"

namespace tfm {
namespace {

using RecordJson = nlohmann::json;
namespace fs = std::filesystem;

// Raised when the same inputs would give other files than before.
constexpr int kRecordVersion = 2;

constexpr std::array kFileKeys = {"source", "target", "file", "alignment"};

void add_files(const CorpusConfig& entry, const std::string& pointer, std::map<std::string, fs::path>& files) {
  const auto corpora = expand_patterns(entry);
  for (size_t i = 0; i < corpora.size(); ++i) {
    const std::string number = corpora.size() > 1 ? concat("/", i) : "";  // a pattern has several
    if (corpora[i].source) files[pointer + "/source" + number] = *corpora[i].source;
    if (corpora[i].target) files[pointer + "/target" + number] = *corpora[i].target;
    if (corpora[i].file) files[pointer + "/file" + number] = *corpora[i].file;
    if (corpora[i].alignment) files[pointer + "/alignment" + number] = *corpora[i].alignment;
  }
}

// Those that the encoded corpus depends on.
std::map<std::string, fs::path> deciding_files(const Config& config) {
  std::map<std::string, fs::path> files;
  for (size_t i = 0; i < config.data.train.size(); ++i) {
    add_files(config.data.train[i], concat("/data/train/", i), files);
  }
  if (config.tokenizer.source_model) files["/tokenizer/source_model"] = *config.tokenizer.source_model;
  if (config.tokenizer.target_model) files["/tokenizer/target_model"] = *config.tokenizer.target_model;
  return files;
}

// Each value below `value` by its own pointer.
void add_leaves(const RecordJson& value, const std::string& pointer, std::map<std::string, RecordJson>& leaves) {
  if (!value.is_object()) {
    leaves[pointer] = value;
    return;
  }
  for (const auto& [key, child] : value.items()) add_leaves(child, pointer + "/" + key, leaves);
}

// By JSON pointer. Paths are left out: the files behind them count. So are settings that choose among encoded pairs.
std::map<std::string, RecordJson> settings(const Config& config) {
  const RecordJson all = RecordJson::parse(config_to_json(config));
  std::map<std::string, RecordJson> result;
  for (const auto& [key, value] : all.at("tokenizer").items()) {
    if (key != "source_model" && key != "target_model" && key != "sampling") result["/tokenizer/" + key] = value;
  }
  const RecordJson& data = all.at("data");
  for (const char* key :
       {"source_language", "target_language", "max_length", "source_text", "target_text", "cleaning"}) {
    add_leaves(data.at(key), concat("/data/", key), result);
  }
  for (size_t i = 0; i < data.at("train").size(); ++i) {
    RecordJson entry = data.at("train")[i];
    for (const char* key : kFileKeys) entry.erase(key);
    entry.erase("weight");
    if (!config.data.train[i].alignment) entry.erase("alignment_units");
    result[concat("/data/train/", i)] = entry;
  }
  return result;
}

// Everything about a file that can be had without reading it.
RecordJson quick_facts(const fs::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) != 0) {
    throw UserError(
        concat(file.string(), ": can't be read: ", std::strerror(errno), "; where it was moved, say so in the config"));
  }
  const int64_t nanoseconds = int64_t{status.st_mtim.tv_sec} * 1'000'000'000 + status.st_mtim.tv_nsec;
  return {{"path", fs::absolute(file).string()}, {"size", status.st_size}, {"modified_ns", nanoseconds}};
}

bool is_same_file(RecordJson recorded, const fs::path& file) {
  const RecordJson now = quick_facts(file);
  const std::string recorded_checksum = recorded.at("checksum");
  recorded.erase("checksum");
  if (recorded == now) return true;
  return recorded.at("size") == now.at("size") && recorded_checksum == checksum_file(file);
}

std::vector<std::string> changed_settings(const std::map<std::string, RecordJson>& before,
                                          const std::map<std::string, RecordJson>& now) {
  std::vector<std::string> changes;
  for (const auto& [pointer, value] : now) {
    const auto old = before.find(pointer);
    if (old == before.end()) {
      changes.push_back(concat(pointer, ": is new, ", value));
    } else if (old->second != value) {
      changes.push_back(concat(pointer, ": ", old->second, " -> ", value));
    }
  }
  return changes;
}

std::vector<std::string> changed_files(const std::map<std::string, RecordJson>& before,
                                       const std::map<std::string, fs::path>& now) {
  std::vector<std::string> changes;
  for (const auto& [pointer, file] : now) {
    const auto old = before.find(pointer);
    if (old == before.end()) {
      changes.push_back(concat(pointer, ": ", file.string(), " was not there"));
    } else if (!is_same_file(old->second, file)) {
      changes.push_back(concat(pointer, ": ", file.string(), " has other contents than before"));
    }
  }
  for (const auto& [pointer, facts] : before) {
    if (!now.contains(pointer)) changes.push_back(concat(pointer, ": ", facts.at("path"), " is no longer used"));
  }
  return changes;
}

}  // namespace

std::map<std::string, fs::path> input_files(const Config& config) {
  auto files = deciding_files(config);
  if (config.data.valid) add_files(*config.data.valid, "/data/valid", files);
  if (config.data.test) add_files(*config.data.test, "/data/test", files);
  return files;
}

std::string record_inputs(const Config& config) {
  std::map<std::string, RecordJson> files;
  for (const auto& [pointer, file] : deciding_files(config)) {
    stop_if_asked();
    files[pointer] = quick_facts(file);
    files[pointer]["checksum"] = checksum_file(file);
  }
  const RecordJson record = {{"version", kRecordVersion}, {"settings", settings(config)}, {"files", files}};
  // A path need not be UTF-8.
  return record.dump(2, ' ', false, RecordJson::error_handler_t::replace) + "\n";
}

std::vector<std::string> changes_since(const std::string& record, const Config& config) {
  const RecordJson before = RecordJson::parse(record, nullptr, /*allow_exceptions=*/false);
  const bool is_record = before.is_object() && before.contains("settings") && before.contains("files");
  if (!is_record || before.value("version", 0) != kRecordVersion) {
    return {"it was prepared by another version of tfm, or its record is damaged"};
  }
  auto changes = changed_settings(before.at("settings"), settings(config));
  for (auto& change : changed_files(before.at("files"), deciding_files(config))) changes.push_back(std::move(change));
  return changes;
}

}  // namespace tfm
