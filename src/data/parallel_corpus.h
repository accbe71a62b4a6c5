// An encoded parallel corpus on disk, mapped into memory: nothing is read before it is needed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/files.h"

namespace tfm {

struct EncodedPair {
  std::span<const int32_t> source;  // piece ids, without bos and eos
  std::span<const int32_t> target;
};

// Written once, then read only. The file's layout is documented in parallel_corpus.cc.
class ParallelCorpus {
 public:
  // UserError when the file is missing, cut off or of another version. Takes the same time for any size.
  static ParallelCorpus open(const std::filesystem::path& file);
  ParallelCorpus(ParallelCorpus&&) noexcept;
  ParallelCorpus& operator=(ParallelCorpus&&) noexcept;
  ~ParallelCorpus();

  int64_t size() const;
  // The spans point into the mapping: they live as long as the corpus, also when it is moved.
  EncodedPair operator[](int64_t index) const;
  int64_t source_length(int64_t index) const;
  int64_t target_length(int64_t index) const;
  // Of the vocabularies it was encoded with.
  const std::string& tokenizer_fingerprint() const;

 private:
  struct Impl;
  explicit ParallelCorpus(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

// Streams pairs to a file that appears under its name on finish(). Holds 8 bytes a pair in memory.
class ParallelCorpusWriter {
 public:
  ParallelCorpusWriter(const std::filesystem::path& file, const std::string& tokenizer_fingerprint);
  // UserError (kFailed) soon after the disk is full.
  void add(std::span<const int32_t> source, std::span<const int32_t> target);
  void finish();

 private:
  PendingFile file_;
  std::vector<uint32_t> lengths_;  // source, target, source, ...
};

}  // namespace tfm
