// The reader of one format, TFM_FUZZ_FORMAT, over any bytes.
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>

#include "core/error.h"
#include "formats/pair_reader.h"

namespace {

// A file in memory.
class MemoryFile {
 public:
  MemoryFile() : descriptor_(::memfd_create("fuzz", 0)) {
    if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "memfd_create");
  }
  std::string put(const uint8_t* data, size_t size) const {
    if (::ftruncate(descriptor_, 0) != 0 || ::pwrite(descriptor_, data, size, 0) != static_cast<ssize_t>(size))
      std::abort();
    return "/proc/self/fd/" + std::to_string(descriptor_);
  }

 private:
  int descriptor_;
};

void check(const tfm::CleanLine& line) {
  std::string text = line.text;
  if (!tfm::is_valid_utf8(text) || tfm::blank_controls(text) != 0) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const MemoryFile file;
  tfm::CorpusConfig corpus;
  corpus.format = tfm::CorpusFormat::TFM_FUZZ_FORMAT;
  const std::string path = file.put(data, size);
  if (corpus.format == tfm::CorpusFormat::kText) {
    corpus.source = corpus.target = path;
  } else {
    corpus.file = path;
  }
  try {
    const auto reader = tfm::open_pairs(corpus, {"en", "zh"});
    while (const auto pair = reader->next()) {
      check(pair->source);
      check(pair->target);
    }
  } catch (const tfm::UserError&) {
    // said what is wrong with the file
  }
  return 0;
}
