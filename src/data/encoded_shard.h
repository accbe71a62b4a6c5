// One file of encoded pairs. Written once, then read only, pair by pair, at any place.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "codec/encoded_pair.h"
#include "core/files.h"
#include "core/hash.h"
#include "core/system_files.h"
#include "text/pharaoh.h"

namespace tfm {

// The file is read with pread and not mapped into memory: a file that is cut off while it is in use then ends in an
// error that names it, where a mapping ends the process with SIGBUS; and what was read doesn't count as the process's
// memory. Safe to use from several threads.
class EncodedShard {
 public:
  // UserError when the file is missing, cut off, of another version, or its index is damaged. Reads the index once.
  explicit EncodedShard(const std::filesystem::path& file);

  int64_t size() const { return static_cast<int64_t>(pairs_); }
  PairLengths lengths(int64_t index) const;
  // The most pieces of any source, and of any target.
  PairLengths longest() const { return longest_; }
  // The pair's ids, source and then target, behind what `ids` holds already. UserError naming file and pair when the
  // bytes are not those that were written.
  PairLengths read(int64_t index, std::vector<int32_t>& ids) const;
  // The same, and the pair's links behind what `links` holds already.
  PairLengths read(int64_t index, std::vector<int32_t>& ids, std::vector<AlignmentLink>& links) const;
  bool has_links() const { return words_a_pair_ > 1; }
  // Reads the whole file and compares it with the checksum it was written with; UserError. Gives up once `stop` is
  // true.
  void verify(const std::atomic<bool>& stop) const;
  const std::filesystem::path& file() const { return file_; }

 private:
  struct Place {
    uint64_t begin, links, end;  // of the pair's record and of the links in it, in bytes
    PairLengths lengths;
  };
  std::string read_record(int64_t index, const Place& where) const;
  Place place(int64_t index) const;
  // From the pair's words of the index and the first of the next pair.
  Place place(const uint64_t* entries, int64_t index) const;
  void read_bytes(void* to, size_t size, uint64_t from) const;

  std::filesystem::path file_;
  std::unique_ptr<Descriptor> descriptor_;
  uint64_t file_bytes_ = 0;
  uint64_t pairs_ = 0;
  uint64_t index_begin_ = 0;
  uint64_t records_hash_ = 0;
  PairLengths longest_;
  uint32_t id_bytes_ = 0;
  uint32_t words_a_pair_ = 1;  // of the index
};

// Streams pairs to a file that appears under its name on finish(). Holds 8 bytes a pair in memory, 16 with links.
class EncodedShardWriter {
 public:
  // `id_bytes`: 2 where every id is below 65536, else 4. `has_links`: whether any pair has some.
  EncodedShardWriter(const std::filesystem::path& file, uint32_t id_bytes, bool has_links = false);
  // UserError (kFailed) soon after the disk is full.
  void add(std::span<const int32_t> source, std::span<const int32_t> target, std::span<const AlignmentLink> links = {});
  int64_t pairs() const { return std::ssize(index_) / words_a_pair_; }
  uint64_t bytes() const { return offset_; }
  void finish();

 private:
  PendingFile file_;
  uint32_t id_bytes_;
  int64_t words_a_pair_;  // of the index
  uint64_t offset_;
  std::vector<uint64_t> index_;
  RunningHash records_hash_;
  std::vector<char> record_;
};

}  // namespace tfm
