#include "core/progress.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/concat.h"
#include "core/log.h"

namespace tfm {
namespace {

constexpr auto kQuietTime = std::chrono::seconds(2);
constexpr auto kTerminalInterval = std::chrono::milliseconds(200);
constexpr auto kLogInterval = std::chrono::seconds(10);
constexpr int kBarWidth = 24;

std::string rounded(double value, const char* suffix) {
  char text[32];
  std::snprintf(text, sizeof text, value < 100 ? "%.1f%s" : "%.0f%s", value, suffix);
  return text;
}

}  // namespace

std::string duration_text(double seconds) {
  const auto total = static_cast<int64_t>(std::llround(seconds));
  char text[48];
  if (total >= 3600) {
    std::snprintf(text, sizeof text, "%lld h %02lld min", static_cast<long long>(total / 3600),
                  static_cast<long long>(total % 3600 / 60));
  } else if (total >= 60) {
    std::snprintf(text, sizeof text, "%lld min %02lld s", static_cast<long long>(total / 60),
                  static_cast<long long>(total % 60));
  } else {
    std::snprintf(text, sizeof text, "%lld s", static_cast<long long>(total));
  }
  return text;
}

std::string count_text(double count) {
  if (count >= 1e9) return rounded(count / 1e9, "G");
  if (count >= 1e6) return rounded(count / 1e6, "M");
  if (count >= 1e4) return rounded(count / 1e3, "k");
  return concat(static_cast<int64_t>(std::llround(count)));
}

Progress::Progress(std::string what, int64_t total, std::string unit, int64_t start)
    : what_(std::move(what)),
      total_(total),
      unit_(std::move(unit)),
      start_(start),
      done_(start),
      next_show_(begin_ + kQuietTime) {}

Progress::~Progress() { log::status_line(""); }

void Progress::advance(int64_t count) {
  done_ += count;
  if (const auto now = Clock::now(); now >= next_show_) show(now);
}

void Progress::show(Clock::time_point now) {
  if (log::stderr_is_terminal()) {
    log::status_line(concat(what_, " ", bar(), figures(now)));
    next_show_ = now + kTerminalInterval;
  } else {
    log::info(concat(what_, ": ", figures(now)));
    next_show_ = now + kLogInterval;
  }
}

std::string Progress::bar() const {
  if (total_ <= 0) return "";
  const auto filled = static_cast<std::size_t>(std::min<int64_t>(kBarWidth, done_ * kBarWidth / total_));
  return concat("[", std::string(filled, '#'), std::string(kBarWidth - filled, '.'), "] ");
}

std::string Progress::figures(Clock::time_point now) const {
  const double elapsed = std::chrono::duration<double>(now - begin_).count();
  const double rate = static_cast<double>(done_ - start_) / elapsed;
  std::string text = concat(done_, total_ > 0 ? concat("/", total_) : "", " ", unit_, ", ", rounded(rate, "/s"));
  if (total_ > 0 && rate > 0) {
    text += concat(", ", duration_text(static_cast<double>(std::max<int64_t>(0, total_ - done_)) / rate), " left");
  }
  return note_.empty() ? text : concat(text, ", ", note_);
}

}  // namespace tfm
