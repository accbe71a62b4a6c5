#include "formats/aligned_pairs.h"

#include "formats/corpus_files.h"

namespace tfm {

AlignedPairReader::AlignedPairReader(const CorpusConfig& corpus, const LanguagePair& languages)
    : corpus_(corpus), pairs_(open_pairs(corpus, languages)) {
  if (corpus.alignment) alignment_.emplace(*corpus.alignment);
}

std::optional<AlignedPair> AlignedPairReader::next() {
  auto pair = pairs_->next();
  if (!pair) {
    check_counts(0);
    return std::nullopt;
  }
  ++pairs_read_;
  if (!alignment_) return AlignedPair{std::move(*pair), {}};
  auto alignment = alignment_->next();
  if (!alignment) {
    int64_t left = 0;
    while (pairs_->next()) ++left;
    check_counts(left);
  }
  return AlignedPair{std::move(*pair), std::move(*alignment)};
}

void AlignedPairReader::check_counts(int64_t pairs_left) {
  if (!alignment_) return;
  count_alignments_left(*alignment_);
  check_alignment_count(alignment_->file(), alignment_->lines_read(), files_of_text(corpus_), pairs_read_ + pairs_left);
}

}  // namespace tfm
