// What a run's vocabularies and encoded corpus were made from, and whether that is still the same.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "config/config.h"

namespace tfm {

// The files that a config reads, by the JSON pointer of the setting that names each; those behind a pattern are
// numbered.
std::map<std::string, std::filesystem::path> input_files(const Config& config);

// The settings and files that decide the result, as JSON: the tokenizer section, how the
// corpora are read, rewritten and cleaned, and of each training file and given model its size, time of change and
// checksum. Reads every file once.
std::string record_inputs(const Config& config);

// What is different from `record`, one phrase a change; empty when nothing is. A file that was moved, copied or touched
// but has the same bytes is the same. UserError when a file is missing.
std::vector<std::string> changes_since(const std::string& record, const Config& config);

}  // namespace tfm
