// The command line of tfm translate.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/common_options.h"
#include "commands/decoding_options.h"
#include "config/config.h"
#include "input/text_encoding.h"

namespace tfm {

struct TranslateOptions {
  CommonOptions common;
  ComputeOptions compute;
  DecodingOptions decoding;
  std::vector<std::string> models;
  std::vector<double> model_weights;
  std::vector<std::string> texts;
  std::string input;
  std::optional<TextEncoding> encoding;
  std::string output;
  bool resume = false;
  std::string format = "text";
  std::string prefix;
  std::string forbid;
  std::string terms;
  std::optional<std::string> tag;
  int64_t nbest = 1;
  bool stream = false;
  bool alignment = false;
  bool word_scores = false;
  std::string attention;

  bool reads_stdin() const { return texts.empty() && (input.empty() || input == "-"); }
};

void add_translate_options(CLI::App& command, TranslateOptions& options);

// UserError for options that contradict each other or `config`, which they are part of by now, or files that can't be
// written.
void check_translate_options(const TranslateOptions& options, const DecodingConfig& config);

}  // namespace tfm
