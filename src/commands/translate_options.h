// The command line of tfm translate.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "commands/common_options.h"
#include "config/config.h"
#include "input/text_encoding.h"

namespace tfm {

struct TranslateOptions {
  CommonOptions common;
  ComputeOptions compute;
  std::string model;
  std::vector<std::string> texts;
  std::string input;
  std::optional<TextEncoding> encoding;
  std::string output;
  bool resume = false;
  std::string format = "text";
  std::optional<int64_t> beam_size, batch_size, batch_tokens;
  std::optional<std::string> length_penalty;
  std::optional<int64_t> max_source_length;
  std::optional<LongLines> long_lines;
  bool split_sentences = false;
  std::optional<std::string> tag;
  int64_t nbest = 1;
  bool stream = false;
  bool alignment = false;
  std::string attention;

  bool reads_stdin() const { return texts.empty() && (input.empty() || input == "-"); }
};

void add_translate_options(CLI::App& command, TranslateOptions& options);

// The model's own config with what the command line says otherwise.
DecodingConfig decoding_config(const TranslateOptions& options, DecodingConfig config);

// UserError for options that contradict each other, or files that can't be written.
void check_translate_options(const TranslateOptions& options, const DecodingConfig& config);

}  // namespace tfm
