#include "data/parallel_corpus.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <cerrno>
#include <cstring>
#include <numeric>
#include <ostream>
#include <string_view>

#include "core/concat.h"
#include "core/error.h"

// The file, little-endian, every part at a multiple of 8 bytes:
//   Header       magic, version, length of the fingerprint
//   fingerprint  of the tokenizers, filled up with zeros
//   ids          int32, each pair's source and then its target; filled up with zeros
//   index        uint64[2 * pairs + 1]: where each side begins, counted in ids; the last is their number
//   Footer       number of pairs and ids, end mark
// The counts stand at the end because a stream of pairs doesn't know them earlier. Header and footer fix the file's
// size, so a file that was cut off, or grew, is noticed without reading it.

namespace tfm {
namespace {

static_assert(std::endian::native == std::endian::little, "encoded corpora are little-endian");

constexpr std::array<char, 8> kMagic = {'T', 'F', 'M', 'P', 'A', 'I', 'R', 'S'};
constexpr std::array<char, 8> kEndMark = {'S', 'R', 'I', 'A', 'P', 'M', 'F', 'T'};
constexpr uint32_t kFileVersion = 1;

struct Header {
  std::array<char, 8> magic = kMagic;
  uint32_t version = kFileVersion;
  uint32_t fingerprint_length = 0;
};
struct Footer {
  uint64_t pairs = 0;
  uint64_t ids = 0;
  std::array<char, 8> end_mark = kEndMark;
};
static_assert(sizeof(Header) == 16 && sizeof(Footer) == 24);

constexpr uint64_t padded(uint64_t bytes) { return (bytes + 7) / 8 * 8; }

template <typename T>
void write_bytes(std::ostream& out, const T* data, size_t count) {
  out.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(count * sizeof(T)));
}

void write_padding(std::ostream& out, uint64_t bytes) {
  constexpr std::array<char, 8> kZeros{};
  write_bytes(out, kZeros.data(), padded(bytes) - bytes);
}

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& reason) {
  throw UserError(concat(file.string(), ": ", reason, "; delete it and prepare the data again"));
}

// A whole file, read only, in memory as long as this object.
class Mapping {
 public:
  explicit Mapping(const std::filesystem::path& file) {
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail(file);
    struct stat status{};
    const bool known = ::fstat(descriptor, &status) == 0;
    size_ = static_cast<size_t>(status.st_size);
    if (known && size_ > 0) data_ = ::mmap(nullptr, size_, PROT_READ, MAP_SHARED, descriptor, 0);
    const int reason = errno;
    ::close(descriptor);
    errno = reason;
    if (!known || data_ == MAP_FAILED) fail(file);
  }
  ~Mapping() {
    if (data_ != nullptr && data_ != MAP_FAILED) ::munmap(data_, size_);
  }
  Mapping(const Mapping&) = delete;
  Mapping& operator=(const Mapping&) = delete;

  std::string_view bytes() const { return {static_cast<const char*>(data_), size_}; }

 private:
  [[noreturn]] static void fail(const std::filesystem::path& file) {
    throw UserError(concat(file.string(), ": can't be opened: ", std::strerror(errno),
                           "; prepare the data again where the file is lost"));
  }

  void* data_ = nullptr;
  size_t size_ = 0;
};

template <typename T>
T read_at(std::string_view bytes, uint64_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

Header checked_header(std::string_view bytes, const std::filesystem::path& file) {
  if (bytes.size() < sizeof(Header) + sizeof(Footer)) refuse(file, concat("cut off after ", bytes.size(), " bytes"));
  const auto header = read_at<Header>(bytes, 0);
  if (header.magic != kMagic) refuse(file, "not an encoded corpus");
  if (header.version != kFileVersion) {
    refuse(file,
           concat("an encoded corpus of version ", header.version, ", but this tfm reads version ", kFileVersion));
  }
  return header;
}

Footer checked_footer(std::string_view bytes, const std::filesystem::path& file) {
  const auto footer = read_at<Footer>(bytes, bytes.size() - sizeof(Footer));
  if (footer.end_mark != kEndMark) {
    refuse(file, concat("cut off or damaged: the end mark is missing after ", bytes.size(), " bytes"));
  }
  return footer;
}

struct Layout {
  uint64_t ids_begin;
  uint64_t index_begin;
  uint64_t size;
};
Layout layout_of(const Header& header, const Footer& footer) {
  const uint64_t ids_begin = sizeof(Header) + padded(header.fingerprint_length);
  const uint64_t index_begin = ids_begin + padded(footer.ids * sizeof(int32_t));
  return {ids_begin, index_begin, index_begin + (2 * footer.pairs + 1) * sizeof(uint64_t) + sizeof(Footer)};
}

Layout checked_layout(const Header& header, const Footer& footer, uint64_t size, const std::filesystem::path& file) {
  // The first two guard the arithmetic of the third against overflow.
  const bool plausible = footer.pairs <= size && footer.ids <= size;
  const Layout layout = layout_of(header, footer);
  if (!plausible || layout.size != size) refuse(file, concat("damaged: ", size, " bytes don't fit its counts"));
  return layout;
}

}  // namespace

struct ParallelCorpus::Impl {
  explicit Impl(const std::filesystem::path& path) : file(path), mapping(path) {
    const std::string_view bytes = mapping.bytes();
    const Header header = checked_header(bytes, path);
    const Footer footer = checked_footer(bytes, path);
    const Layout layout = checked_layout(header, footer, bytes.size(), path);
    fingerprint = bytes.substr(sizeof(Header), header.fingerprint_length);
    ids = {reinterpret_cast<const int32_t*>(bytes.data() + layout.ids_begin), footer.ids};
    index = {reinterpret_cast<const uint64_t*>(bytes.data() + layout.index_begin), 2 * footer.pairs + 1};
  }

  // Pair i's source is side 2 i, its target side 2 i + 1. Damage inside the index is noticed here.
  std::span<const int32_t> side(size_t number) const {
    const uint64_t begin = index[number];
    const uint64_t end = index[number + 1];
    if (begin > end || end > ids.size()) refuse(file, concat("damaged: the index of pair ", number / 2, " is wrong"));
    return ids.subspan(begin, end - begin);
  }

  std::filesystem::path file;
  Mapping mapping;
  std::string fingerprint;
  std::span<const int32_t> ids;
  std::span<const uint64_t> index;
};

ParallelCorpus::ParallelCorpus(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ParallelCorpus::ParallelCorpus(ParallelCorpus&&) noexcept = default;
ParallelCorpus& ParallelCorpus::operator=(ParallelCorpus&&) noexcept = default;
ParallelCorpus::~ParallelCorpus() = default;

ParallelCorpus ParallelCorpus::open(const std::filesystem::path& file) {
  return ParallelCorpus(std::make_unique<Impl>(file));
}

int64_t ParallelCorpus::size() const { return static_cast<int64_t>(impl_->index.size() / 2); }

EncodedPair ParallelCorpus::operator[](int64_t index) const {
  const auto side = static_cast<size_t>(index) * 2;
  return {impl_->side(side), impl_->side(side + 1)};
}

int64_t ParallelCorpus::source_length(int64_t index) const { return std::ssize((*this)[index].source); }
int64_t ParallelCorpus::target_length(int64_t index) const { return std::ssize((*this)[index].target); }
const std::string& ParallelCorpus::tokenizer_fingerprint() const { return impl_->fingerprint; }

ParallelCorpusWriter::ParallelCorpusWriter(const std::filesystem::path& file, const std::string& tokenizer_fingerprint)
    : file_(file) {
  Header header;
  header.fingerprint_length = static_cast<uint32_t>(tokenizer_fingerprint.size());
  write_bytes(file_.stream(), &header, 1);
  write_bytes(file_.stream(), tokenizer_fingerprint.data(), tokenizer_fingerprint.size());
  write_padding(file_.stream(), tokenizer_fingerprint.size());
}

void ParallelCorpusWriter::add(std::span<const int32_t> source, std::span<const int32_t> target) {
  for (const auto side : {source, target}) {
    write_bytes(file_.stream(), side.data(), side.size());
    lengths_.push_back(static_cast<uint32_t>(side.size()));
  }
  if (!file_.stream()) file_.commit();  // throws the reason
}

void ParallelCorpusWriter::finish() {
  std::ostream& out = file_.stream();
  const uint64_t ids = std::accumulate(lengths_.begin(), lengths_.end(), uint64_t{0});
  write_padding(out, ids * sizeof(int32_t));
  uint64_t begin = 0;
  write_bytes(out, &begin, 1);
  for (const uint32_t length : lengths_) {
    begin += length;
    write_bytes(out, &begin, 1);
  }
  const Footer footer{.pairs = lengths_.size() / 2, .ids = ids};
  write_bytes(out, &footer, 1);
  file_.commit();
}

}  // namespace tfm
