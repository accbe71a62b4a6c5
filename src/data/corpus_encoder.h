// Training corpora to piece ids: reads, cleans, encodes, and says what became of each pair.
#pragma once

#include <cstdint>
#include <vector>

#include "cleaning/corpus_report.h"
#include "cleaning/dropped_pairs.h"
#include "cleaning/duplicate_filter.h"
#include "cleaning/pair_inspector.h"
#include "core/progress.h"
#include "data/link_projection.h"
#include "data/parallel_corpus.h"
#include "formats/aligned_pairs.h"
#include "text/tokenizer.h"
#include "text/vocabulary_coverage.h"

namespace tfm {

class CorpusEncoder {
 public:
  // All of them outlive this object. `dropped` may be null.
  CorpusEncoder(const DataConfig& config, const Tokenizers& tokenizers, ParallelCorpusWriter& writer,
                DroppedPairs* dropped);

  // Writes the pairs that no rule drops, in their order. `corpus` has no patterns. Works with as many threads as
  // LibTorch may use; the result doesn't depend on them. Advances `progress` by the files' mebibytes.
  CorpusReport encode(const CorpusConfig& corpus, Progress& progress);

  int64_t pairs_read() const { return pairs_read_; }
  int64_t duplicates_forgotten() const { return duplicates_.forgotten(); }
  // What there is to say about the vocabularies, for the report and, if it is a warning, for the log.
  const VocabularyCoverage& source_coverage() const { return source_coverage_; }
  const VocabularyCoverage& target_coverage() const { return target_coverage_; }

 private:
  struct Candidate {
    CleanPair text;
    Alignment given{};  // as the alignment has it
    JudgedPair judged{};
    uint64_t key = 0;
    std::vector<int32_t> source{}, target{};
    Alignment links{};  // between the pieces
  };
  // How a corpus' pairs are encoded.
  struct Manner {
    std::optional<int32_t> tag{};
    std::optional<AlignmentUnits> links{};  // what its alignment counts, where it has one
  };
  std::vector<Candidate> read_some(AlignedPairReader& reader) const;
  void inspect_and_encode(std::vector<Candidate>& candidates, const Manner& manner) const;
  void encode(Candidate& candidate, const Manner& manner) const;
  static void set_links(Candidate& candidate, ProjectedLinks projected);
  void encode_with_words(Candidate& candidate, const BothSides<SideWords>& words) const;
  void judge_lengths(Candidate& candidate) const;
  void finish_pair(Candidate& candidate, CorpusReport& report);

  const DataConfig& config_;
  const Tokenizers& tokenizers_;
  ParallelCorpusWriter& writer_;
  DroppedPairs* dropped_;
  PairInspector inspector_;
  DuplicateFilter duplicates_;
  VocabularyCoverage source_coverage_, target_coverage_;
  int64_t pairs_read_ = 0;
};

}  // namespace tfm
