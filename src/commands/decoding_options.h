// The keys of the config's decoding section as command-line options: --no-repeat-ngram for no_repeat_ngram.
#pragma once

#include <CLI/CLI.hpp>

#include <map>
#include <string>

#include "config/config.h"

namespace tfm {

struct DecodingOptions {
  std::map<std::string, std::string> given;  // by the key's name
};
// Names, ranges and help are those of the config. `options` must live as long as the command.
void add_decoding_options(CLI::App& command, DecodingOptions& options);

// The config with what was given. UserError that lists what is wrong with it, and for options that can't apply.
DecodingConfig apply(const DecodingOptions& options, const DecodingConfig& config);

}  // namespace tfm
