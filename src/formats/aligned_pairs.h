// Pairs of sentences, each with what the corpus' alignment says of it.
#pragma once

#include <memory>
#include <optional>

#include "formats/alignment_file.h"
#include "formats/pair_reader.h"

namespace tfm {

struct AlignedPair {
  CleanPair text;
  Alignment alignment;  // no links where the corpus has no alignment
};

class AlignedPairReader {
 public:
  // As open_pairs; UserError also when the alignment can't be opened.
  AlignedPairReader(const CorpusConfig& corpus, const LanguagePair& languages);

  // Nothing at the end. UserError as PairReader and AlignmentReader have it, and when there are not as many lines in
  // the alignment as pairs in the corpus (both counts).
  std::optional<AlignedPair> next();
  const PairReader& pairs() const { return *pairs_; }

 private:
  void check_counts(int64_t pairs_left);

  CorpusConfig corpus_;
  std::unique_ptr<PairReader> pairs_;
  std::optional<AlignmentReader> alignment_;
  int64_t pairs_read_ = 0;
};

}  // namespace tfm
