// One record of a CSV file, read line by line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "config/config.h"

namespace tfm {

class CsvRecord {
 public:
  explicit CsvRecord(const CorpusConfig& corpus) : corpus_(corpus) {}

  enum class State { kComplete, kOpenQuote, kTextBehindQuote };
  // Takes a line, without its line break; after kOpenQuote the record goes on with another one.
  State add_line(std::string_view line);

  int64_t columns() const { return columns_; }
  int64_t bytes() const { return bytes_; }
  const std::string& source() const { return source_; }  // line feeds inside
  const std::string& target() const { return target_; }

 private:
  void append(std::string_view text);
  void append_quoted(std::string_view& rest);

  CorpusConfig corpus_;
  std::string source_, target_;
  int64_t columns_ = 0;
  int64_t bytes_ = 0;
  bool in_quotes_ = false;
};

}  // namespace tfm
