#include "formats/corpus_files.h"

#include <algorithm>

#include "core/concat.h"
#include "core/error.h"
#include "core/parting_search.h"
#include "formats/alignment_file.h"
#include "formats/corpus_format.h"
#include "formats/segment_reader.h"
#include "formats/text_pairs.h"
#include "input/file_pattern.h"

namespace tfm {
namespace {

using Path = std::filesystem::path;

// What a pattern's marks stand for in a file that it matches: from the first mark to the last.
std::string matched_part(const Path& pattern, const Path& file) {
  const std::string &text = pattern.native(), &name = file.native();
  const auto first = text.find_first_of("*?[");
  if (first == std::string::npos) return name;
  const size_t behind = text.size() - 1 - text.find_last_of("*?]");
  return name.size() >= first + behind ? name.substr(first, name.size() - behind - first) : name;
}

[[noreturn]] void fail_unequal(const Path& first_pattern, const std::vector<Path>& first, const Path& second_pattern,
                               const std::vector<Path>& second) {
  size_t i = 0;
  const size_t both = std::min(first.size(), second.size());
  while (i < both && matched_part(first_pattern, first[i]) == matched_part(second_pattern, second[i])) ++i;
  const bool first_is_alone =
      i == both ? first.size() > both : matched_part(first_pattern, first[i]) < matched_part(second_pattern, second[i]);
  throw UserError(concat(first_pattern.string(), " matches ", first.size(), first.size() == 1 ? " file" : " files",
                         " but ", second_pattern.string(), " ", second.size(),
                         "; the first without a partner seems to be ",
                         (first_is_alone ? first[i] : second[i]).string()));
}

// Files that are partners by their order alone would be paired wrongly without a word.
void check_partners(const Path& first_pattern, const Path& first, const Path& second_pattern, const Path& second) {
  const std::string of_first = matched_part(first_pattern, first), of_second = matched_part(second_pattern, second);
  if (!is_pattern(first_pattern) || !is_pattern(second_pattern) || of_first == of_second) return;
  throw UserError(concat(first.string(), " and ", second.string(), " would be a pair, but the marks of the patterns ",
                         "stand for \"", of_first, "\" in one and \"", of_second,
                         "\" in the other; rename one, or list the files"));
}

// The files of `pattern`, one for each of those that `partner_pattern` matched.
std::vector<Path> expand_beside(const Path& partner_pattern, const std::vector<Path>& partners, const Path& pattern) {
  auto files = expand_pattern(pattern);
  if (files.size() != partners.size()) fail_unequal(partner_pattern, partners, pattern, files);
  for (size_t i = 0; i < files.size(); ++i) check_partners(partner_pattern, partners[i], pattern, files[i]);
  return files;
}

void check_can_be_read_again(const Path& file) {
  std::error_code ignored;
  const auto type = std::filesystem::status(file, ignored).type();
  if (type == std::filesystem::file_type::fifo || type == std::filesystem::file_type::character) {
    throw UserError(concat(file.string(), " is a pipe or device, but training text is read more than once; ",
                           "write it to a file first"));
  }
}

// The length of the next segment, in bytes.
std::optional<int64_t> next_length(SegmentReader& reader) {
  const auto segment = reader.next();
  if (!segment) return std::nullopt;
  return std::ssize(segment->text.text);
}

std::string likely_place(const Path& longer, const Path& shorter, int64_t surplus, const CorpusConfig& corpus) {
  constexpr int64_t kLargestSurplus = 10'000'000;  // what is kept in memory
  if (surplus > kLargestSurplus) return "";
  PartingSearch search(surplus);
  SegmentReader longer_reader(longer, corpus.format, corpus.encoding);
  SegmentReader shorter_reader(shorter, corpus.format, corpus.encoding);
  for (int64_t i = 0; i < surplus; ++i) search.add_surplus(next_length(longer_reader).value_or(0));
  while (const auto length = next_length(shorter_reader)) {
    search.add(next_length(longer_reader).value_or(0), *length);
  }
  const auto line = search.place();
  if (!line) return "";
  return concat("; they seem to part at ", longer_reader.is_sgml() ? "segment " : "line ", *line);
}

int64_t count_alignments(const Path& file) {
  AlignmentReader alignment(file);
  return count_alignments_left(alignment);
}

void check_two_files(const CorpusConfig& corpus) {
  const int64_t sources = count_segments(*corpus.source, corpus), targets = count_segments(*corpus.target, corpus);
  std::string where;
  if (sources != targets && sources > 0 && targets > 0) {
    where = sources > targets ? likely_place(*corpus.source, *corpus.target, sources - targets, corpus)
                              : likely_place(*corpus.target, *corpus.source, targets - sources, corpus);
  }
  check_segment_counts(corpus, sources, targets, where);
  if (corpus.alignment) {
    check_alignment_count(*corpus.alignment, count_alignments(*corpus.alignment), files_of_text(corpus), sources);
  }
}

void check_one_file(const Path& file) {
  char first = 0;
  if (open_bytes(file)->read(&first, 1) == 0) throw UserError(concat(file.string(), " is empty"));
}

}  // namespace

std::vector<CorpusConfig> expand_patterns(const CorpusConfig& corpus) {
  if (!corpus.file && (!corpus.source || !corpus.target)) return {corpus};
  const Path& first_pattern = corpus.file ? *corpus.file : *corpus.source;
  const auto first = expand_pattern(first_pattern);
  std::vector<CorpusConfig> result(first.size(), corpus);
  const auto expand = [&](std::optional<Path> CorpusConfig::*file) {
    if (!(corpus.*file)) return;
    const auto files = expand_beside(first_pattern, first, *(corpus.*file));
    for (size_t i = 0; i < files.size(); ++i) result[i].*file = files[i];
  };
  for (size_t i = 0; i < first.size(); ++i) (corpus.file ? result[i].file : result[i].source) = first[i];
  expand(&CorpusConfig::target);
  expand(&CorpusConfig::alignment);
  return result;
}

// Keys that say nothing about the corpus' format would be passed over without a word.
void check_keys(const CorpusConfig& corpus, CorpusFormat format) {
  const CorpusConfig defaults;
  const bool has_columns = format == CorpusFormat::kTsv || format == CorpusFormat::kCsv;
  const bool names_columns = corpus.source_column != defaults.source_column ||
                             corpus.target_column != defaults.target_column || corpus.header != defaults.header;
  const std::string name = (corpus.file ? *corpus.file : *corpus.source).string();
  if (names_columns && !has_columns) {
    throw UserError(concat(name, ": source_column, target_column and header are for TSV and CSV, which this isn't; ",
                           "leave them out, or give the format"));
  }
  if ((corpus.source_key || corpus.target_key) && format != CorpusFormat::kJsonl) {
    throw UserError(concat(name,
                           ": source_key and target_key are for JSON Lines, which this isn't; leave them out, or ",
                           "give the format"));
  }
}

void check_corpus(const CorpusConfig& corpus) {
  check_keys(corpus, corpus_format(corpus));
  for (const auto& file : {corpus.source, corpus.target, corpus.file, corpus.alignment}) {
    if (file) check_can_be_read_again(*file);
  }
  if (corpus.file) {
    check_one_file(*corpus.file);
    if (corpus.alignment) count_alignments(*corpus.alignment);  // how many there must be, reading all pairs tells
  } else {
    check_two_files(corpus);
  }
}

std::string files_of_text(const CorpusConfig& corpus) {
  if (corpus.file) return corpus.file->string();
  return concat(corpus.source->string(), " and ", corpus.target->string());
}

int64_t corpus_bytes(const CorpusConfig& corpus) {
  int64_t bytes = 0;
  for (const auto& file : {corpus.source, corpus.target, corpus.file}) {
    std::error_code error;
    const auto size = file ? std::filesystem::file_size(*file, error) : 0;
    if (!error) bytes += static_cast<int64_t>(size);
  }
  return bytes;
}

int64_t corpus_bytes(const std::vector<CorpusConfig>& corpora) {
  int64_t bytes = 0;
  for (const CorpusConfig& entry : corpora) {
    for (const CorpusConfig& corpus : expand_patterns(entry)) bytes += corpus_bytes(corpus);
  }
  return bytes;
}

}  // namespace tfm
