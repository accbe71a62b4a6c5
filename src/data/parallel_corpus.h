// Encoded training corpora on disk: one row of pairs in files of bounded size, nothing read before it is needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "data/encoded_shard.h"

namespace tfm {

// Pairs are numbered through all corpora in the order of the config, however they lie in files. Safe to use from
// several threads.
class ParallelCorpus {
 public:
  // UserError when the folder or a file of it is missing, cut off, of another version, or damaged where that can be
  // seen without reading the pairs.
  static ParallelCorpus open(const std::filesystem::path& folder);

  int64_t size() const { return size_; }
  PairLengths lengths(int64_t index) const;
  // Appends the pair's ids, source and then target, to `ids`. UserError naming file and pair when they are not those
  // that were written.
  PairLengths read(int64_t index, std::vector<int32_t>& ids) const;
  // The same, and the pair's links behind what `links` holds already.
  PairLengths read(int64_t index, std::vector<int32_t>& ids, std::vector<AlignmentLink>& links) const;
  // How many pairs each corpus of the config has.
  const std::vector<int64_t>& corpora() const { return corpora_; }
  // Of the vocabularies it was encoded with.
  const std::string& tokenizer_fingerprint() const { return fingerprint_; }
  const std::vector<EncodedShard>& shards() const { return shards_; }

 private:
  ParallelCorpus() = default;
  const EncodedShard& shard_of(int64_t& index) const;

  std::string fingerprint_;
  std::vector<EncodedShard> shards_;
  std::vector<int64_t> shard_ends_;  // numbers of the pairs behind each shard's last
  std::vector<int64_t> corpora_;
  int64_t size_ = 0;
};

// Streams pairs to a folder that appears under its name on finish(). Holds the index of one shard in memory.
class ParallelCorpusWriter {
 public:
  struct Options {
    std::string tokenizer_fingerprint;
    int64_t vocab_size = int64_t{1} << 31;  // of the larger vocabulary: ids are below it
    int64_t pairs_a_shard = 4'000'000;
    bool has_links = false;  // whether any pair has some
  };
  ParallelCorpusWriter(const std::filesystem::path& folder, Options options);

  // UserError (kFailed) soon after the disk is full.
  void add(std::span<const int32_t> source, std::span<const int32_t> target, std::span<const AlignmentLink> links = {});
  // The pairs since the last call, or since the beginning, were one corpus.
  void end_corpus();
  int64_t pairs() const { return pairs_; }
  void finish();

 private:
  void finish_shard();

  PendingFolder folder_;
  Options options_;
  std::optional<EncodedShardWriter> shard_;
  std::vector<int64_t> shard_pairs_;
  std::vector<int64_t> corpora_;
  int64_t pairs_ = 0;
  int64_t corpus_begin_ = 0;
};

}  // namespace tfm
