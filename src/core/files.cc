#include "core/files.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ostream>
#include <streambuf>
#include <system_error>

#include "core/concat.h"
#include "core/system_calls.h"
#include "core/system_files.h"

namespace tfm {

namespace fs = std::filesystem;

namespace {

// Buffers output to a descriptor and keeps the first error; a std::ofstream would lose the reason.
class DescriptorBuffer : public std::streambuf {
 public:
  explicit DescriptorBuffer(int descriptor) : descriptor_(descriptor) {
    setp(buffer_.data(), buffer_.data() + buffer_.size());
  }
  int error() const { return error_; }
  // Up to the first error, what failed included.
  uint64_t bytes() const { return bytes_; }

 protected:
  int_type overflow(int_type character) override {
    if (!drain()) return traits_type::eof();
    if (!traits_type::eq_int_type(character, traits_type::eof())) sputc(traits_type::to_char_type(character));
    return traits_type::not_eof(character);
  }

  std::streamsize xsputn(const char* bytes, std::streamsize size) override {
    if (size < epptr() - pptr()) {
      std::copy_n(bytes, size, pptr());
      pbump(static_cast<int>(size));
      return size;
    }
    return drain() && put(bytes, static_cast<size_t>(size)) ? size : 0;
  }

  int sync() override { return drain() ? 0 : -1; }

 private:
  bool drain() {
    const bool done = put(pbase(), static_cast<size_t>(pptr() - pbase()));
    setp(buffer_.data(), buffer_.data() + buffer_.size());
    return done;
  }

  bool put(const char* bytes, size_t size) {
    if (error_ != 0) return false;
    bytes_ += size;
    error_ = write_all(descriptor_, bytes, size);
    return error_ == 0;
  }

  int descriptor_;
  int error_ = 0;
  uint64_t bytes_ = 0;
  std::array<char, size_t{1} << 16> buffer_;
};

// Where the bytes of `path` belong: behind a link, so that the link stays. A folder of that name is found now rather
// than at the rename, when the work is done.
fs::path destination(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) fail_changing(concat("write ", path.string()), EISDIR);
  const fs::path target = fs::is_symlink(path, error) ? fs::canonical(path, error) : path;
  return error ? path : target;
}

bool is_special(const fs::path& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return fs::exists(status) && fs::is_other(status);
}

}  // namespace

std::string read_file(const fs::path& path) {
  const Descriptor file(open_for_reading(path));
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) fail_reading(path, errno);
  // One byte more than the file has, so that its end is seen without growing.
  std::string bytes(static_cast<size_t>(std::max<off_t>(status.st_size, 4095)) + 1, '\0');
  size_t size = 0;
  while (true) {
    const ssize_t count = read_retrying(file.get(), bytes.data() + size, bytes.size() - size);
    if (count < 0) fail_reading(path, errno);
    if (count == 0) break;
    size += static_cast<size_t>(count);
    if (size == bytes.size()) bytes.resize(2 * size);
  }
  bytes.resize(size);
  return bytes;
}

struct PendingFile::Impl {
  explicit Impl(const fs::path& path)
      : given_path(path),
        direct(is_special(path)),
        final_path(direct ? path : destination(path)),
        written_path(direct ? path : temporary_name(final_path)),
        file(open_retrying(written_path, direct ? O_WRONLY : O_WRONLY | O_CREAT | O_TRUNC)) {
    if (!file.is_open()) fail_changing(concat("write ", path.string()), errno);
  }

  [[noreturn]] void fail_writing(int error) const {
    fail_changing(concat("write ", given_path.string(), " (", buffer.bytes(), " bytes)"), error);
  }

  const fs::path given_path;
  const bool direct;
  const fs::path final_path;
  const fs::path written_path;
  Descriptor file;
  DescriptorBuffer buffer{file.get()};
  std::ostream stream{&buffer};
  bool has_temporary = !direct;
};

PendingFile::PendingFile(const fs::path& path) : impl_(std::make_unique<Impl>(path)) {}

PendingFile::~PendingFile() {
  if (impl_->has_temporary) system_calls.unlink(impl_->written_path.c_str());
}

std::ostream& PendingFile::stream() { return impl_->stream; }

void PendingFile::commit() {
  impl_->stream.flush();
  if (impl_->buffer.error() != 0) impl_->fail_writing(impl_->buffer.error());
  if (impl_->stream.bad()) impl_->fail_writing(EIO);
  if (impl_->direct) return;
  if (system_calls.fsync(impl_->file.get()) != 0) impl_->fail_writing(errno);
  if (system_calls.rename(impl_->written_path.c_str(), impl_->final_path.c_str()) != 0) impl_->fail_writing(errno);
  impl_->has_temporary = false;
  sync_or_fail(folder_of(impl_->final_path));
}

void write_file(const fs::path& path, std::string_view bytes) {
  write_file(path, [bytes](std::ostream& out) { out.write(bytes.data(), static_cast<std::streamsize>(bytes.size())); });
}

void write_file(const fs::path& path, const std::function<void(std::ostream&)>& write) {
  PendingFile file(path);
  write(file.stream());
  file.commit();
}

void make_folder(const fs::path& path) {
  if (const int error = make_folders(path)) fail_changing(concat("make the folder ", path.string()), error);
}

}  // namespace tfm
