#include "commands/translate_input.h"

#include <iostream>
#include <memory>
#include <sstream>
#include <utility>

#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "input/line_reader.h"

namespace tfm {
namespace {

std::optional<CleanLine> next_line(std::istream& in, bool first) {
  std::string raw;
  if (std::getline(in, raw)) return clean_line(raw, first);
  if (in.bad()) throw UserError("the input can't be read to its end", ExitCode::kFailed);
  return std::nullopt;
}

NextLine lines_of_texts(const std::vector<std::string>& texts) {
  auto in = std::make_shared<std::stringstream>();
  for (auto text : texts) {
    blank_controls(text);  // one argument is one line
    *in << text << '\n';
  }
  return [in, first = true]() mutable { return next_line(*in, std::exchange(first, false)); };
}

NextLine lines_of_stdin() {
  return [first = true]() mutable { return next_line(std::cin, std::exchange(first, false)); };
}

}  // namespace

NextLine open_lines(TranslateOptions& options) {
  if (!options.texts.empty()) return lines_of_texts(options.texts);
  if (options.reads_stdin()) return lines_of_stdin();
  auto reader = std::make_shared<LineReader>(options.input, options.encoding.value_or(TextEncoding::kAuto));
  options.encoding_found = reader->stream().encoding();
  if (options.encoding_found != kUtf8) log::info(concat(options.input, ": read as ", options.encoding_found));
  return [reader] { return reader->next(); };
}

}  // namespace tfm
