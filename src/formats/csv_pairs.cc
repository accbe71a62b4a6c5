#include "formats/csv_pairs.h"

#include <deque>

#include "formats/column_pair.h"
#include "formats/csv_record.h"
#include "formats/record_lines.h"
#include "formats/segment_text.h"

namespace tfm {
namespace {

class CsvPairReader : public LinePairReader {
 public:
  explicit CsvPairReader(const CorpusConfig& corpus) : LinePairReader(corpus), corpus_(corpus) {
    if (corpus.header) next();
  }

  std::optional<CleanPair> next() override {
    if (!has_line(0)) return std::nullopt;
    CsvRecord record(corpus_);
    size_t lines = 1;
    auto state = record.add_line(waiting_[0].text);
    while (state == CsvRecord::State::kOpenQuote && record.bytes() <= kMaxRecordBytes && has_line(lines)) {
      state = record.add_line(waiting_[lines].text);
      ++lines;
    }
    CleanPair pair;
    if (state == CsvRecord::State::kComplete) {
      pair.source = clean_segment(record.source());
      pair.target = clean_segment(record.target());
      pair.defect = missing_column(record.columns(), corpus_);
    } else {
      pair.defect = state == CsvRecord::State::kOpenQuote ? "a quote that isn't closed" : "text behind a closing quote";
      lines = 1;
    }
    pair.line = waiting_[0].number;
    pair.source.had_bom = waiting_[0].had_bom;
    pair.source.had_carriage_return = pair.target.had_carriage_return = waiting_[0].had_carriage_return;
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(lines));
    return pair;
  }

 private:
  struct Line {
    std::string text;
    int64_t number;
    bool had_bom, had_carriage_return;
  };

  // Whether there is a line so many lines ahead.
  bool has_line(size_t ahead) {
    while (waiting_.size() <= ahead) {
      const auto line = lines_.next_raw();
      if (!line) return false;
      waiting_.push_back({std::string(line->text), lines_.lines_read(), line->had_bom, line->had_carriage_return});
    }
    return true;
  }

  CorpusConfig corpus_;
  std::deque<Line> waiting_;
};

}  // namespace

std::unique_ptr<PairReader> open_csv_pairs(const CorpusConfig& corpus) {
  return std::make_unique<CsvPairReader>(corpus);
}

}  // namespace tfm
