#include "data/encoded_shard.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <ostream>

#include "core/concat.h"
#include "core/error.h"
#include "data/packed_links.h"

// The file, little-endian:
//   Header   magic, version, bytes of an id
//   records  each pair's source ids, its target ids, its links, and 4 bytes of the hash of all (seeded with the pair's
//            number)
//   index    uint64 a pair: where its record begins << 24 | ids of its source; one more where the last record ends
//   Footer   number of pairs, where the index begins, hashes of records and index, end mark
// The counts stand at the end because a stream of pairs doesn't know them earlier. The end mark and the index's place
// fix the file's size, so a file that was cut off, or grew, is noticed without reading it.
// Version 2 has no links. In version 3 a second uint64 a pair stands in the index: where the record's links begin; they
// are numbers of 7 bits a byte, the lowest first and the last without the eighth bit: how far a link's target lies
// behind that of the link before (the first: behind 0), then its source.

namespace tfm {
namespace {

static_assert(std::endian::native == std::endian::little, "encoded corpora are little-endian");

constexpr std::array<char, 8> kMagic = {'T', 'F', 'M', 'S', 'H', 'A', 'R', 'D'};
constexpr std::array<char, 8> kEndMark = {'D', 'R', 'A', 'H', 'S', 'M', 'F', 'T'};
constexpr uint32_t kVersionWithoutLinks = 2, kVersionWithLinks = 3;
constexpr int kLengthBits = 24;
constexpr uint64_t kMostIds = (uint64_t{1} << kLengthBits) - 1;

struct Header {
  std::array<char, 8> magic = kMagic;
  uint32_t version = kVersionWithoutLinks;
  uint32_t id_bytes = 0;
};
struct Footer {
  uint64_t pairs = 0;
  uint64_t index_begin = 0;
  uint64_t records_hash = 0;
  uint64_t index_hash = 0;
  std::array<char, 8> end_mark = kEndMark;
};
static_assert(sizeof(Header) == 16 && sizeof(Footer) == 40);

template <typename T>
std::string_view bytes_of(const T* data, size_t count) {
  return {reinterpret_cast<const char*>(data), count * sizeof(T)};
}

uint32_t record_hash(std::string_view ids, uint64_t pair) { return static_cast<uint32_t>(hash64(ids, pair)); }

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
  throw UserError(concat(file.string(), ": ", reason, "; delete it and prepare the data again"));
}

void check_header(const Header& header, const std::filesystem::path& file) {
  if (header.magic != kMagic) refuse(file, "not a shard of an encoded corpus");
  if (header.version != kVersionWithoutLinks && header.version != kVersionWithLinks) {
    refuse(file, concat("a shard of version ", header.version, ", but this tfm reads versions ", kVersionWithoutLinks,
                        " and ", kVersionWithLinks));
  }
  if (header.id_bytes != 2 && header.id_bytes != 4) refuse(file, "damaged: impossible width of its ids");
}

void check_footer(const Footer& footer, uint64_t file_bytes, uint32_t words_a_pair, const std::filesystem::path& file) {
  if (footer.end_mark != kEndMark) {
    refuse(file, concat("cut off or damaged: the end mark is missing after ", file_bytes, " bytes"));
  }
  const uint64_t body = file_bytes - sizeof(Footer);
  const bool fits = footer.index_begin >= sizeof(Header) && footer.index_begin <= body && footer.pairs <= body &&
                    (body - footer.index_begin) / sizeof(uint64_t) == footer.pairs * words_a_pair + 1 &&
                    (body - footer.index_begin) % sizeof(uint64_t) == 0;
  if (!fits) refuse(file, concat("damaged: ", file_bytes, " bytes don't fit its counts"));
}

void append_narrow(std::span<const int32_t> ids, std::vector<char>& bytes) {
  for (const int32_t id : ids) {
    const auto narrow = static_cast<uint16_t>(id);
    bytes.insert(bytes.end(), reinterpret_cast<const char*>(&narrow), reinterpret_cast<const char*>(&narrow + 1));
  }
}

void append_ids(std::span<const int32_t> ids, uint32_t id_bytes, std::vector<char>& bytes) {
  if (id_bytes == 2) return append_narrow(ids, bytes);
  const auto wide = bytes_of(ids.data(), ids.size());
  bytes.insert(bytes.end(), wide.begin(), wide.end());
}

void widen(std::string_view bytes, uint32_t id_bytes, std::vector<int32_t>& ids) {
  const size_t before = ids.size(), count = bytes.size() / id_bytes;
  ids.resize(before + count);
  if (id_bytes == 4) {
    std::memcpy(ids.data() + before, bytes.data(), bytes.size());
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    uint16_t narrow;
    std::memcpy(&narrow, bytes.data() + 2 * i, 2);
    ids[before + i] = narrow;
  }
}

}  // namespace

EncodedShard::EncodedShard(const std::filesystem::path& file)
    : file_(file), descriptor_(std::make_unique<Descriptor>(open_for_reading(file))) {
  struct stat status {};
  if (::fstat(descriptor_->get(), &status) != 0) fail_reading(file, errno);
  file_bytes_ = static_cast<uint64_t>(status.st_size);
  if (file_bytes_ < sizeof(Header) + sizeof(Footer)) refuse(file, concat("cut off after ", file_bytes_, " bytes"));
  Header header;
  Footer footer;
  read_bytes(&header, sizeof header, 0);
  check_header(header, file);
  read_bytes(&footer, sizeof footer, file_bytes_ - sizeof footer);
  words_a_pair_ = header.version == kVersionWithLinks ? 2 : 1;
  check_footer(footer, file_bytes_, words_a_pair_, file);
  id_bytes_ = header.id_bytes;
  pairs_ = footer.pairs;
  index_begin_ = footer.index_begin;
  records_hash_ = footer.records_hash;
  std::vector<uint64_t> index(pairs_ * words_a_pair_ + 1);
  read_bytes(index.data(), index.size() * sizeof(uint64_t), index_begin_);
  if (hash64(bytes_of(index.data(), index.size())) != footer.index_hash) {
    refuse(file, "damaged: its index is not as written");
  }
  for (uint64_t pair = 0; pair < pairs_; ++pair) {
    const auto lengths = place(&index[pair * words_a_pair_], static_cast<int64_t>(pair)).lengths;
    longest_ = {std::max(longest_.source, lengths.source), std::max(longest_.target, lengths.target)};
  }
}

void EncodedShard::read_bytes(void* to, size_t size, uint64_t from) const {
  auto* bytes = static_cast<char*>(to);
  while (size > 0) {
    const ssize_t count = ::pread(descriptor_->get(), bytes, size, static_cast<off_t>(from));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail_reading(file_, errno);
    if (count == 0) refuse(file_, concat("cut off while it was in use: nothing at byte ", from));
    bytes += count;
    size -= static_cast<size_t>(count);
    from += static_cast<uint64_t>(count);
  }
}

EncodedShard::Place EncodedShard::place(int64_t index) const {
  std::array<uint64_t, 3> entries;  // of the pair, and the first of the next one
  const uint64_t first = static_cast<uint64_t>(index) * words_a_pair_;
  read_bytes(entries.data(), (words_a_pair_ + 1) * sizeof(uint64_t), index_begin_ + first * sizeof(uint64_t));
  return place(entries.data(), index);
}

EncodedShard::Place EncodedShard::place(const uint64_t* entries, int64_t index) const {
  const uint64_t begin = entries[0] >> kLengthBits, end = entries[words_a_pair_] >> kLengthBits;
  const uint64_t source = entries[0] & kMostIds, hash = end - sizeof(uint32_t);
  const uint64_t links = has_links() ? entries[1] : hash;
  const bool fits = begin + sizeof(uint32_t) <= end && end <= index_begin_ && begin <= links && links <= hash &&
                    source * id_bytes_ <= links - begin;
  if (!fits) refuse(file_, concat("damaged: the index of pair ", index, " is wrong"));
  const uint64_t ids = (links - begin) / id_bytes_;
  return {begin, links, end, {static_cast<int32_t>(source), static_cast<int32_t>(ids - source)}};
}

PairLengths EncodedShard::lengths(int64_t index) const { return place(index).lengths; }

// Without its hash.
std::string EncodedShard::read_record(int64_t index, const Place& where) const {
  std::string record(where.end - where.begin, '\0');
  read_bytes(record.data(), record.size(), where.begin);
  uint32_t hash;
  const size_t size = record.size() - sizeof hash;
  std::memcpy(&hash, record.data() + size, sizeof hash);
  record.resize(size);
  if (hash != record_hash(record, static_cast<uint64_t>(index))) {
    refuse(file_, concat("damaged: pair ", index, " (byte ", where.begin, ") is not as written"));
  }
  return record;
}

PairLengths EncodedShard::read(int64_t index, std::vector<int32_t>& ids) const {
  const Place where = place(index);
  const std::string record = read_record(index, where);
  widen(std::string_view(record).substr(0, where.links - where.begin), id_bytes_, ids);
  return where.lengths;
}

PairLengths EncodedShard::read(int64_t index, std::vector<int32_t>& ids, std::vector<AlignmentLink>& links) const {
  const Place where = place(index);
  const std::string record = read_record(index, where);
  const auto text = std::string_view(record);
  widen(text.substr(0, where.links - where.begin), id_bytes_, ids);
  if (!unpack_links(text.substr(where.links - where.begin), where.lengths, links)) {
    refuse(file_, concat("damaged: pair ", index, " has links to nowhere"));
  }
  return where.lengths;
}

void EncodedShard::verify(const std::atomic<bool>& stop) const {
  RunningHash hash;
  std::vector<char> buffer(size_t{1} << 20);
  for (uint64_t at = sizeof(Header); at < index_begin_;) {
    if (stop) return;
    const size_t count = std::min<uint64_t>(buffer.size(), index_begin_ - at);
    read_bytes(buffer.data(), count, at);
    hash.add({buffer.data(), count});
    at += count;
  }
  if (hash.value() != records_hash_) refuse(file_, "damaged: its pairs are not as written");
}

EncodedShardWriter::EncodedShardWriter(const std::filesystem::path& file, uint32_t id_bytes, bool has_links)
    : file_(file), id_bytes_(id_bytes), words_a_pair_(has_links ? 2 : 1), offset_(sizeof(Header)) {
  Header header;
  header.version = has_links ? kVersionWithLinks : kVersionWithoutLinks;
  header.id_bytes = id_bytes;
  file_.stream() << bytes_of(&header, 1);
}

void EncodedShardWriter::add(std::span<const int32_t> source, std::span<const int32_t> target,
                             std::span<const AlignmentLink> links) {
  if (source.size() > kMostIds) {
    throw UserError(concat("a sentence of ", source.size(), " pieces is too long to store; lower /data/max_length"));
  }
  record_.clear();
  append_ids(source, id_bytes_, record_);
  append_ids(target, id_bytes_, record_);
  const auto number = static_cast<uint64_t>(pairs());
  index_.push_back(offset_ << kLengthBits | source.size());
  if (words_a_pair_ > 1) {
    index_.push_back(offset_ + record_.size());
    pack_links(links, record_);
  }
  const uint32_t hash = record_hash({record_.data(), record_.size()}, number);
  const auto hash_bytes = bytes_of(&hash, 1);
  record_.insert(record_.end(), hash_bytes.begin(), hash_bytes.end());
  offset_ += record_.size();
  records_hash_.add({record_.data(), record_.size()});
  file_.stream().write(record_.data(), std::ssize(record_));
  if (!file_.stream()) file_.commit();  // throws the reason
}

void EncodedShardWriter::finish() {
  Footer footer{.pairs = static_cast<uint64_t>(pairs()), .index_begin = offset_, .records_hash = records_hash_.value()};
  index_.push_back(offset_ << kLengthBits);
  const auto index = bytes_of(index_.data(), index_.size());
  footer.index_hash = hash64(index);
  file_.stream() << index << bytes_of(&footer, 1);
  file_.commit();
}

}  // namespace tfm
