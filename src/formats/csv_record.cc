#include "formats/csv_record.h"

#include <algorithm>

namespace tfm {

CsvRecord::State CsvRecord::add_line(std::string_view line) {
  bytes_ += std::ssize(line) + 1;
  if (in_quotes_) append("\n");
  while (true) {
    if (!in_quotes_) {
      ++columns_;
      in_quotes_ = line.starts_with('"');
      if (in_quotes_) line.remove_prefix(1);
    }
    if (in_quotes_) {
      append_quoted(line);
      if (in_quotes_) return State::kOpenQuote;
      if (!line.empty() && line[0] != ',') return State::kTextBehindQuote;
    } else {
      const size_t end = std::min(line.find(','), line.size());
      append(line.substr(0, end));
      line.remove_prefix(end);
    }
    if (line.empty()) return State::kComplete;
    line.remove_prefix(1);
  }
}

// Up to the closing quote, which is taken off as well, or to the line's end.
void CsvRecord::append_quoted(std::string_view& rest) {
  while (true) {
    const size_t quote = std::min(rest.find('"'), rest.size());
    append(rest.substr(0, quote));
    rest.remove_prefix(quote);
    if (rest.empty()) return;
    const bool doubled = rest.starts_with("\"\"");
    rest.remove_prefix(doubled ? 2 : 1);
    if (!doubled) {
      in_quotes_ = false;
      return;
    }
    append("\"");
  }
}

void CsvRecord::append(std::string_view text) {
  if (columns_ == corpus_.source_column) source_ += text;
  if (columns_ == corpus_.target_column) target_ += text;
}

}  // namespace tfm
