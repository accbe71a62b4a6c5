// Stands in for libFuzzer where there is none: fuzz_X [-max_total_time=SECONDS] [-seed=N] FOLDER|FILE ...
// Mutates the files of a folder; bytes that crash the target are left in crash-SEED. A file is run as it is.
#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

// The sanitizers abort, so that keep_running hears of it.
extern "C" const char* __asan_default_options() { return "abort_on_error=1"; }
extern "C" const char* __ubsan_default_options() { return "abort_on_error=1:print_stacktrace=1"; }

namespace {

constexpr size_t kMostBytes = 1 << 16;

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void run(const std::string& bytes) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(bytes.data()), bytes.size());
}

// What is being run, for the case that it doesn't return.
std::string running, crash_name;

extern "C" void keep_running(int) {
  const int file = ::open(crash_name.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644);
  static_cast<void>(!::write(file, running.data(), running.size()));
  ::_exit(1);
}

class Mutator {
 public:
  Mutator(std::vector<std::string> seeds, unsigned seed) : seeds_(std::move(seeds)), random_(seed) {}

  std::string next() {
    std::string bytes = pick();
    for (size_t n = 1 + below(8); n > 0; --n) mutate(bytes);
    if (bytes.size() > kMostBytes) bytes.resize(kMostBytes);
    return bytes;
  }

 private:
  size_t below(size_t end) { return end == 0 ? 0 : random_() % end; }
  const std::string& pick() { return seeds_[below(seeds_.size())]; }

  void mutate(std::string& bytes) {
    static const std::string kMarks("\"\\<>&;,\t\n\r\0#~[]{}/'=:\xFF\xEF\xBB\xBF\xE2\x80\xA8\x1F\x8B", 30);
    const size_t at = below(bytes.size());
    switch (below(7)) {
      case 0:
        if (!bytes.empty()) bytes[at] = static_cast<char>(random_());
        break;
      case 1:
        bytes.insert(at, 1, kMarks[below(kMarks.size())]);
        break;
      case 2:
        bytes.erase(at, 1 + below(16));
        break;
      case 3:
        bytes.insert(at, bytes.substr(below(bytes.size()), below(64)));
        break;
      case 4: {
        const std::string& other = pick();
        bytes.insert(at, other.substr(below(other.size()), below(200)));
        break;
      }
      case 5:
        bytes.resize(at);
        break;
      default:
        if (!bytes.empty()) bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8)));
    }
  }

  std::vector<std::string> seeds_;
  std::mt19937 random_;
};

}  // namespace

int main(int count, char** arguments) {
  long seconds = 60;
  unsigned seed = std::random_device()();
  std::vector<std::string> seeds;
  for (int i = 1; i < count; ++i) {
    const std::string argument = arguments[i];
    if (argument.starts_with("-max_total_time=")) {
      seconds = std::stol(argument.substr(argument.find('=') + 1));
    } else if (argument.starts_with("-seed=")) {
      seed = static_cast<unsigned>(std::stoul(argument.substr(argument.find('=') + 1)));
    } else if (std::filesystem::is_directory(argument)) {
      for (const auto& file : std::filesystem::directory_iterator(argument)) seeds.push_back(read(file.path()));
    } else {
      run(read(argument));
    }
  }
  if (seeds.empty()) return 0;
  std::cerr << "seed " << seed << ", " << seeds.size() << " files\n";
  Mutator mutator(std::move(seeds), seed);
  crash_name = "crash-" + std::to_string(seed);
  ::signal(SIGABRT, keep_running);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  int64_t rounds = 0;
  for (; std::chrono::steady_clock::now() < end; ++rounds) {
    running = mutator.next();
    run(running);
  }
  std::cerr << rounds << " rounds\n";
}
