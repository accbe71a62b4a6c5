#include "commands/translate_input.h"

#include <sys/stat.h>
#include <unistd.h>

#include <memory>
#include <utility>

#include "core/concat.h"
#include "core/error.h"
#include "core/log.h"
#include "core/system_files.h"
#include "input/line_reader.h"
#include "input/line_stream.h"

namespace tfm {
namespace {

namespace fs = std::filesystem;

constexpr int64_t kCountedBytes = int64_t{64} << 20;  // a file up to here is read once more for the number of its lines

TranslateInput lines_of_texts(const std::vector<std::string>& texts) {
  auto next = [texts, at = std::size_t{0}]() mutable -> std::optional<CleanLine> {
    if (at == texts.size()) return std::nullopt;
    auto text = texts[at++];
    blank_controls(text);  // one argument is one line
    return clean_line(text, at == 1);
  };
  return {.next = std::move(next), .lines = std::ssize(texts), .file = std::nullopt};
}

// Regular files can be read again from their beginning; of standard input, where it stands there.
std::optional<fs::path> readable_again(const fs::path& file) {
  std::error_code ignored;
  if (file != kStandardInput) return fs::is_regular_file(file, ignored) ? std::optional(file) : std::nullopt;
  struct stat status {};
  const bool is_regular = ::fstat(STDIN_FILENO, &status) == 0 && S_ISREG(status.st_mode);
  // By this name it is opened anew, with a place of its own in it.
  return is_regular && ::lseek(STDIN_FILENO, 0, SEEK_CUR) == 0 ? std::optional<fs::path>("/proc/self/fd/0")
                                                               : std::nullopt;
}

TranslateInput streamed_lines(const fs::path& file, const TranslateOptions& options) {
  const auto encoding = options.encoding.value_or(TextEncoding::kAuto);
  if (encoding != TextEncoding::kAuto && encoding != TextEncoding::kUtf8)
    throw UserError("--stream reads a pipe or terminal as UTF-8; leave --encoding out, or --stream");
  auto stream = std::make_shared<LineStream>(file);
  return {.next = [stream] { return stream->next(); }, .file = std::nullopt};
}

TranslateInput lines_of_file(const fs::path& file, const TranslateOptions& options) {
  TranslateInput input{.next = {}, .file = readable_again(file)};
  const auto encoding = options.encoding.value_or(TextEncoding::kAuto);
  auto reader = std::make_shared<LineReader>(file, encoding);
  input.encoding = reader->stream().encoding();
  if (input.encoding != kUtf8) log::info(concat(file.string(), ": read as ", input.encoding));
  const auto bytes = reader->stream().file_bytes();
  if (file != kStandardInput && bytes > 0 && bytes <= kCountedBytes) input.lines = count_lines(file, encoding);
  input.next = [reader] { return reader->next(); };
  if (bytes > 0) {
    input.share_read = [reader, bytes] {
      return static_cast<double>(reader->stream().bytes_consumed()) / static_cast<double>(bytes);
    };
  }
  return input;
}

}  // namespace

TranslateInput open_input_lines(const TranslateOptions& options) {
  if (!options.texts.empty()) return lines_of_texts(options.texts);
  const fs::path file = options.reads_stdin() ? fs::path(kStandardInput) : fs::path(options.input);
  if (options.stream && !readable_again(file)) return streamed_lines(file, options);
  return lines_of_file(file, options);
}

}  // namespace tfm
