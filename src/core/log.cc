#include "core/log.h"

#include <spdlog/logger.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <unistd.h>

#include <cstdio>
#include <memory>
#include <mutex>

namespace tfm::log {
namespace {

spdlog::level::level_enum to_spdlog(Level level) {
  switch (level) {
    case Level::kDebug:
      return spdlog::level::debug;
    case Level::kInfo:
      return spdlog::level::info;
    case Level::kWarning:
      return spdlog::level::warn;
    case Level::kError:
      return spdlog::level::err;
    case Level::kOff:
      return spdlog::level::off;
  }
  return spdlog::level::info;
}

spdlog::color_mode to_spdlog(Color color) {
  switch (color) {
    case Color::kAlways:
      return spdlog::color_mode::always;
    case Color::kNever:
      return spdlog::color_mode::never;
    case Color::kAuto:
      break;
  }
  return spdlog::color_mode::automatic;
}

// The logger and the line that redraws itself share a lock, so that neither writes into the other.
class Console {
 public:
  Console() { configure(Level::kInfo, Color::kAuto); }

  void configure(Level level, Color color) {
    const std::scoped_lock lock(mutex_);
    logger_ = std::make_unique<spdlog::logger>("tfm",
                                               std::make_shared<spdlog::sinks::stderr_color_sink_st>(to_spdlog(color)));
    logger_->set_pattern("%^%l:%$ %v");
    logger_->set_level(to_spdlog(level));
  }

  void write(Level level, const std::string& message) {
    const std::scoped_lock lock(mutex_);
    if (!logger_->should_log(to_spdlog(level))) return;
    erase_line();
    if (level == Level::kInfo) {
      std::fprintf(stderr, "%s\n", message.c_str());  // ordinary news needs no label
    } else {
      logger_->log(to_spdlog(level), "{}", message);
    }
    draw_line();
  }

  void set_line(const std::string& line) {
    const std::scoped_lock lock(mutex_);
    erase_line();
    line_ = line;
    draw_line();
  }

  bool shows_info() {
    const std::scoped_lock lock(mutex_);
    return logger_->should_log(spdlog::level::info);
  }

 private:
  void erase_line() {
    if (!line_.empty()) std::fputs("\r\033[K", stderr);
  }
  void draw_line() {
    if (!line_.empty()) std::fputs(line_.c_str(), stderr);
    std::fflush(stderr);
  }

  std::mutex mutex_;
  std::unique_ptr<spdlog::logger> logger_;
  std::string line_;
};

Console& console() {
  static Console instance;
  return instance;
}

}  // namespace

void configure(Level level, Color color) { console().configure(level, color); }
void debug(const std::string& message) { console().write(Level::kDebug, message); }
void info(const std::string& message) { console().write(Level::kInfo, message); }
void warning(const std::string& message) { console().write(Level::kWarning, message); }
void error(const std::string& message) { console().write(Level::kError, message); }

bool stderr_is_terminal() {
  static const bool is_terminal = ::isatty(STDERR_FILENO) != 0;
  return is_terminal;
}
bool shows_info() { return console().shows_info(); }

void status_line(const std::string& line) {
  if (stderr_is_terminal() && shows_info()) console().set_line(line);
}

}  // namespace tfm::log
