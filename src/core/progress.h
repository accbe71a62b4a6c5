// Progress of anything that takes longer than two seconds: a bar on a terminal, plain lines elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace tfm {

// Shows nothing for the first two seconds. Not thread-safe. The destructor removes the bar.
class Progress {
 public:
  // `total` 0: unknown. `unit` is a plural, such as "lines". `start`: what was done before (after a resume).
  Progress(std::string what, int64_t total, std::string unit, int64_t start = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void advance(int64_t count = 1);
  // Where the end turned out to be elsewhere.
  void set_total(int64_t total) { total_ = total; }
  // Text behind the figures, such as "loss 3.21".
  void set_note(std::string note) { note_ = std::move(note); }

 private:
  using Clock = std::chrono::steady_clock;
  void show(Clock::time_point now);
  std::string bar() const;
  std::string figures(Clock::time_point now) const;

  std::string what_;
  int64_t total_;
  std::string unit_;
  int64_t start_;
  int64_t done_;
  std::string note_;
  Clock::time_point begin_ = Clock::now();
  Clock::time_point next_show_;
};

// "2 h 05 min", "3 min 20 s", "7 s".
std::string duration_text(double seconds);
// "18.4k", "3.2M", "950".
std::string count_text(double count);

}  // namespace tfm
