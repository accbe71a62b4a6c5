#include "formats/corpus_format.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

#include "core/concat.h"
#include "core/error.h"

namespace tfm {
namespace {

constexpr std::array<std::pair<const char*, CorpusFormat>, 11> kExtensions{{{".tsv", CorpusFormat::kTsv},
                                                                            {".tab", CorpusFormat::kTsv},
                                                                            {".csv", CorpusFormat::kCsv},
                                                                            {".jsonl", CorpusFormat::kJsonl},
                                                                            {".ndjson", CorpusFormat::kJsonl},
                                                                            {".json", CorpusFormat::kJsonl},
                                                                            {".tmx", CorpusFormat::kTmx},
                                                                            {".xlf", CorpusFormat::kXliff},
                                                                            {".xliff", CorpusFormat::kXliff},
                                                                            {".po", CorpusFormat::kPo},
                                                                            {".xml", CorpusFormat::kWmt}}};

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<uint8_t>(c)));
  return text;
}

CorpusFormat format_of_two_files(const CorpusConfig& corpus) {
  const std::filesystem::path& file = *corpus.source;
  if (corpus.format == CorpusFormat::kText || corpus.format == CorpusFormat::kWmt) return corpus.format;
  if (corpus.format != CorpusFormat::kAuto) {
    throw UserError(concat(file.string(), " and ", corpus.target->string(),
                           ": only text and WMT's *.sgm come in two files; give one file that holds both sides"));
  }
  const std::string extension = format_extension(file);
  return extension == ".sgm" || extension == ".sgml" ? CorpusFormat::kWmt : CorpusFormat::kText;
}

CorpusFormat format_of_one_file(const CorpusConfig& corpus) {
  const std::filesystem::path& file = *corpus.file;
  if (corpus.format == CorpusFormat::kText) {
    throw UserError(concat(file.string(), ": text comes in two files, source and target"));
  }
  if (corpus.format != CorpusFormat::kAuto) return corpus.format;
  const auto found = std::ranges::find_if(
      kExtensions, [extension = format_extension(file)](const auto& entry) { return entry.first == extension; });
  if (found != kExtensions.end()) return found->second;
  throw UserError(concat(file.string(), ": its format can't be told by its name; say which it is (\"format\"), ",
                         "or give text as two files, source and target"));
}

}  // namespace

std::string format_extension(const std::filesystem::path& file) {
  const std::string extension = lower_case(file.extension().string());
  if (extension == ".gz" || extension == ".zst") return lower_case(file.stem().extension().string());
  return extension;
}

CorpusFormat corpus_format(const CorpusConfig& corpus) {
  if (corpus.file && (corpus.source || corpus.target)) {
    throw UserError(concat(corpus.file->string(), ": give either file, or source and target"));
  }
  if (corpus.file) return format_of_one_file(corpus);
  if (corpus.source && corpus.target) return format_of_two_files(corpus);
  const auto& given = corpus.source ? corpus.source : corpus.target;
  throw UserError(concat(given ? given->string() : "a corpus", ": give either file, or source and target"));
}

}  // namespace tfm
