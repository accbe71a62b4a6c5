#include "weights/safetensors_reader.h"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/concat.h"
#include "core/error.h"
#include "core/files.h"
#include "core/system_files.h"
#include "weights/own_pages.h"

namespace tfm {
namespace {

static_assert(std::endian::native == std::endian::little, "safetensors data is little-endian");

constexpr uint64_t kLengthBytes = 8;
constexpr uint64_t kLargestHeader = 100'000'000;  // the reference implementation's limit

// A tensor as the header describes it, checked for itself.
struct Entry {
  std::string name;
  NumberType type;
  std::vector<int64_t> shape;
  uint64_t begin;  // of its bytes, from the start of the data
  uint64_t end;
};

}  // namespace

class SafetensorsReader::Impl {
 public:
  explicit Impl(const std::filesystem::path& path) : path_(path), file_(open_for_reading(path)) {
    std::error_code error;
    size_ = std::filesystem::file_size(path, error);
    if (error) fail_reading(path, error.value());
    const nlohmann::json header = read_header();
    metadata_ = metadata(header);
    for (Entry& entry : checked_entries(header)) {
      shapes_.emplace_back(entry.name, entry.shape);
      entries_.emplace(entry.name, std::move(entry));
    }
  }

  const std::map<std::string, std::string>& metadata() const { return metadata_; }
  const std::vector<std::pair<std::string, std::vector<int64_t>>>& shapes() const { return shapes_; }
  bool contains(const std::string& name) const { return entries_.contains(name); }

  StoredTensor read(const std::string& name) {
    const Entry& entry = entries_.at(name);
    if (::lseek(file_.get(), static_cast<off_t>(data_start_ + entry.begin), SEEK_SET) < 0) fail_reading(path_, errno);
    return read_tensor(entry);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw UserError(concat(path_.string(), " ", what, "; copy it again or use another one"));
  }
  [[noreturn]] void fail_cut_off(uint64_t promised) const {
    fail(concat("is cut off: ", size_, " bytes, the header promises ", promised));
  }
  [[noreturn]] void fail_entry(const std::string& name, const std::string& what) const {
    fail(concat("is damaged: the header gives tensor \"", name, "\" ", what));
  }

  void read_exactly(void* bytes, uint64_t size) {
    char* next = static_cast<char*>(bytes);
    while (size > 0) {
      const ssize_t count = read_retrying(file_.get(), next, size);
      if (count < 0) fail_reading(path_, errno);
      if (count == 0) fail("became shorter while it was read");
      next += count;
      size -= static_cast<uint64_t>(count);
    }
  }

  nlohmann::json read_header() {
    if (size_ < kLengthBytes) fail(concat("is cut off: ", size_, " bytes, too few for a safetensors file"));
    uint64_t length = 0;
    read_exactly(&length, kLengthBytes);
    if (length > kLargestHeader) fail("is not a safetensors file");
    data_start_ = kLengthBytes + length;
    if (size_ < data_start_) fail_cut_off(data_start_);
    std::string text(length, '\0');
    read_exactly(text.data(), length);
    nlohmann::json header = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!header.is_object()) fail("is damaged: its header is not a JSON object");
    return header;
  }

  std::map<std::string, std::string> metadata(const nlohmann::json& header) const {
    std::map<std::string, std::string> result;
    const auto found = header.find(kMetadataKey);
    if (found == header.end()) return result;
    if (!found->is_object()) fail("is damaged: its metadata is not a JSON object");
    for (const auto& [key, value] : found->items()) {
      if (!value.is_string()) fail(concat("is damaged: its metadata \"", key, "\" is not a string"));
      result[key] = value.get<std::string>();
    }
    return result;
  }

  // In the order of their data, which they cover without a hole.
  std::vector<Entry> checked_entries(const nlohmann::json& header) const {
    std::vector<Entry> entries;
    for (const auto& [name, fields] : header.items()) {
      if (name != kMetadataKey) entries.push_back(entry(name, fields));
    }
    std::ranges::sort(entries, {}, [](const Entry& entry) { return std::pair(entry.begin, entry.end); });
    uint64_t covered = 0;
    for (const Entry& entry : entries) {
      if (entry.begin != covered)
        fail_entry(entry.name, concat("bytes from ", entry.begin, " where ", covered, " is due"));
      covered = entry.end;
    }
    const uint64_t promised = data_start_ + covered;
    if (size_ < promised) fail_cut_off(promised);
    if (size_ > promised) fail(concat("is damaged: ", size_, " bytes, the header promises ", promised));
    return entries;
  }

  Entry entry(const std::string& name, const nlohmann::json& fields) const {
    if (!fields.is_object()) fail_entry(name, "no description");
    const std::vector<int64_t> offsets = numbers(name, fields, "data_offsets");
    if (offsets.size() != 2 || offsets[0] > offsets[1]) fail_entry(name, "data_offsets that are no range");
    Entry result{name, type(name, fields), numbers(name, fields, "shape"), static_cast<uint64_t>(offsets[0]),
                 static_cast<uint64_t>(offsets[1])};
    const auto bytes = byte_count(result);
    if (!bytes || *bytes != offsets[1] - offsets[0]) {
      fail_entry(name, concat(offsets[1] - offsets[0], " bytes, which is not the size of its shape"));
    }
    return result;
  }

  NumberType type(const std::string& name, const nlohmann::json& fields) const {
    const auto dtype = fields.find("dtype");
    if (dtype == fields.end() || !dtype->is_string()) fail_entry(name, "no dtype");
    const auto found = number_type_of(dtype->get<std::string>());
    if (!found) {
      throw UserError(concat(path_.string(), ": tensor \"", name, "\" has dtype ", dtype->get<std::string>(),
                             ", which tfm doesn't read; convert it to F32"));
    }
    return *found;
  }

  std::vector<int64_t> numbers(const std::string& name, const nlohmann::json& fields, const char* key) const {
    const auto found = fields.find(key);
    if (found == fields.end() || !found->is_array()) fail_entry(name, concat("no ", key));
    std::vector<int64_t> result;
    for (const auto& value : *found) {
      const uint64_t number = value.is_number_unsigned() ? value.get<uint64_t>() : UINT64_MAX;
      if (number > INT64_MAX) fail_entry(name, concat("a ", key, " that is not a list of sizes"));
      result.push_back(static_cast<int64_t>(number));
    }
    return result;
  }

  // Nothing when the number is too large for 64 bits.
  static std::optional<int64_t> byte_count(const Entry& entry) {
    auto bytes = static_cast<int64_t>(bytes_of(entry.type));
    for (const int64_t size : entry.shape) {
      if (__builtin_mul_overflow(bytes, size, &bytes)) return std::nullopt;
    }
    return bytes;
  }

  // Straight into the tensor's own memory.
  StoredTensor read_tensor(const Entry& entry) {
    const auto size = static_cast<std::size_t>(entry.end - entry.begin);
    StoredTensor tensor{.type = entry.type, .shape = entry.shape, .bytes = own_pages(size), .num_bytes = size};
    read_exactly(tensor.bytes.get(), size);
    // A bool of any other byte is undefined behaviour later.
    const auto is_no_bool = [](std::byte byte) { return byte > std::byte{1}; };
    if (entry.type == NumberType::kBool && std::any_of(tensor.bytes.get(), tensor.bytes.get() + size, is_no_bool)) {
      fail(concat("is damaged: tensor \"", entry.name, "\" has bytes that are neither true nor false"));
    }
    return tensor;
  }

  std::filesystem::path path_;
  Descriptor file_;
  uint64_t size_ = 0;
  uint64_t data_start_ = 0;
  std::map<std::string, std::string> metadata_;
  std::vector<std::pair<std::string, std::vector<int64_t>>> shapes_;
  std::map<std::string, Entry> entries_;
};

SafetensorsReader::SafetensorsReader(const std::filesystem::path& path) : impl_(std::make_unique<Impl>(path)) {}
SafetensorsReader::SafetensorsReader(SafetensorsReader&&) noexcept = default;
SafetensorsReader& SafetensorsReader::operator=(SafetensorsReader&&) noexcept = default;
SafetensorsReader::~SafetensorsReader() = default;

const std::map<std::string, std::string>& SafetensorsReader::metadata() const { return impl_->metadata(); }

const std::vector<std::pair<std::string, std::vector<int64_t>>>& SafetensorsReader::shapes() const {
  return impl_->shapes();
}

bool SafetensorsReader::contains(const std::string& name) const { return impl_->contains(name); }

StoredTensor SafetensorsReader::read(const std::string& name) { return impl_->read(name); }

}  // namespace tfm
