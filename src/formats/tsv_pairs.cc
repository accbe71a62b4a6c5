#include "formats/tsv_pairs.h"

#include "formats/column_pair.h"
#include "formats/record_lines.h"

namespace tfm {
namespace {

class TsvPairReader : public LinePairReader {
 public:
  explicit TsvPairReader(const CorpusConfig& corpus) : LinePairReader(corpus), corpus_(corpus) {
    if (corpus.header) lines_.next_raw();
  }

  std::optional<CleanPair> next() override {
    const auto line = lines_.next_raw();
    if (!line) return std::nullopt;
    CleanPair pair = pair_of(*line);
    std::string_view rest = line->text;
    int64_t column = 1;
    for (;; ++column) {
      const auto tab = rest.find('\t');
      if (column == corpus_.source_column) pair.source = clean_line(rest.substr(0, tab), false);
      if (column == corpus_.target_column) pair.target = clean_line(rest.substr(0, tab), false);
      if (tab == std::string_view::npos) break;
      rest.remove_prefix(tab + 1);
    }
    pair.defect = missing_column(column, corpus_);
    copy_marks(*line, pair);
    return pair;
  }

 private:
  CorpusConfig corpus_;
};

}  // namespace

std::unique_ptr<PairReader> open_tsv_pairs(const CorpusConfig& corpus) {
  return std::make_unique<TsvPairReader>(corpus);
}

}  // namespace tfm
