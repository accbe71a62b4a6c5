#include "data/pair_reader.h"

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

void check_line_counts(const CorpusFiles& files, int64_t source_lines, int64_t target_lines) {
  for (const auto& [file, lines] : {std::pair{files.source, source_lines}, std::pair{files.target, target_lines}}) {
    if (lines == 0) throw UserError(concat(file.string(), " is empty; a parallel corpus needs one sentence a line"));
  }
  if (source_lines != target_lines) {
    throw UserError(concat(files.source.string(), " has ", source_lines, " lines but ", files.target.string(), " has ",
                           target_lines, "; a parallel corpus needs one line for one line"));
  }
}

int64_t count_lines_left(LineReader& reader) {
  while (reader.next()) {
  }
  return reader.lines_read();
}

void check_can_be_read_again(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto type = std::filesystem::status(file, ignored).type();
  if (type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character) {
    throw UserError(concat(file.string(), " is a pipe or device, but training text is read more than once; ",
                           "write it to a file first"));
  }
}

}  // namespace

PairReader::PairReader(const CorpusFiles& files) : source_(files.source), target_(files.target) {}

std::optional<CleanPair> PairReader::next() {
  auto source = source_.next();
  auto target = target_.next();
  if (source && target) return CleanPair{std::move(*source), std::move(*target), source_.lines_read()};
  check_line_counts({source_.file(), target_.file()}, count_lines_left(source_), count_lines_left(target_));
  return std::nullopt;
}

int64_t count_pairs(const CorpusFiles& files) {
  check_can_be_read_again(files.source);
  check_can_be_read_again(files.target);
  const int64_t lines = count_lines(files.source);
  check_line_counts(files, lines, count_lines(files.target));
  return lines;
}

}  // namespace tfm
