// What translations have to begin with, line for line with the input.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "commands/line_warnings.h"
#include "input/line_reader.h"
#include "text/tokenizer.h"

namespace tfm {

class PrefixLines {
 public:
  // file: "" for none. input_lines: of the input, where they are known before it is read. UserError when the counts
  // differ. tokenizer: of the target; it must outlive this object.
  PrefixLines(const std::string& file, std::optional<int64_t> input_lines, const Tokenizer& tokenizer);

  // Of the next input line; empty where there is no file. UserError when there are no more. A warning where the
  // vocabulary can't spell all of it: what it can't is left out.
  std::string next();
  // After the last input line. UserError when there are more prefixes.
  void finish();

 private:
  [[noreturn]] void counts_differ(const std::string& input_lines) const;

  const Tokenizer& tokenizer_;
  std::string file_;
  int64_t lines_ = 0;
  int64_t given_ = 0;
  std::optional<LineReader> reader_;
  LineWarnings warnings_;
};

}  // namespace tfm
