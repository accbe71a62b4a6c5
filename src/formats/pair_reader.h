// Pairs of sentences out of any format, one at a time, in the order of the file.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "config/config.h"
#include "text/unicode.h"

namespace tfm {

struct CleanPair {
  CleanLine source;
  CleanLine target;
  int64_t line = 0;    // where the record begins, from 1
  std::string defect;  // not empty: there is no pair here, and why ("not JSON", "2 columns, 3 wanted")
};

// Every record of the file comes out once, as a pair or as a defect; no text has a line break in it.
class PairReader {
 public:
  virtual ~PairReader() = default;
  // Nothing at the end. UserError when a file can't be read on: damaged compression, ill-formed XML (file, line,
  // column), two text files of unequal length (both counts).
  virtual std::optional<CleanPair> next() = 0;
  virtual double share_read() const = 0;     // of the files' bytes, from 0 to 1, for progress; 0 for pipes
  virtual std::string encoding() const = 0;  // as a log has it: "UTF-8", "UTF-8 and GB18030"
};

// As the config has them: en, zh, zh-Hans.
struct LanguagePair {
  std::string source, target;
};

// `corpus` has no patterns in it (see corpus_files.h). UserError when a file can't be opened, isn't of its format at
// all, or is in other languages.
std::unique_ptr<PairReader> open_pairs(const CorpusConfig& corpus, const LanguagePair& languages);

}  // namespace tfm
