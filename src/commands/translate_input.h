// The lines that tfm translate is given: arguments, stdin or a file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "commands/translate_options.h"
#include "input/text_encoding.h"
#include "text/unicode.h"

namespace tfm {

struct TranslateInput {
  std::function<std::optional<CleanLine>()> next;           // nothing at the end
  std::function<double()> share_read = [] { return 0.0; };  // of the input's bytes, from 0 to 1; 0: unknown
  int64_t lines = 0;                                        // 0: unknown
  std::string encoding = kUtf8;                             // what the text is written in

  // The file, where it can be read a second time: for a record of it.
  std::optional<std::filesystem::path> file;
};

// What `options` name. Files and pipes are read the same way: compressed or not, their encoding found out. With
// options.stream a pipe or terminal is plain UTF-8, and no more is read than to the end of the next line.
TranslateInput open_input_lines(const TranslateOptions& options);

}  // namespace tfm
