// Messages to stderr. spdlog stays behind this header: its fmt clashes with the one in LibTorch's include folder.
#pragma once

#include <string>

namespace tfm::log {

enum class Level { kDebug, kInfo, kWarning, kError, kOff };
enum class Color { kAuto, kAlways, kNever };

// Sets what is shown from here on. Not thread-safe; the functions below are.
void configure(Level level, Color color);

void debug(const std::string& message);
void info(const std::string& message);
void warning(const std::string& message);
void error(const std::string& message);

// Draws `line` (no line break) over the last line of the terminal; messages appear above it. Empty: removes it.
// Does nothing where stderr is not a terminal or info messages are not shown.
void status_line(const std::string& line);
bool stderr_is_terminal();
bool shows_info();

}  // namespace tfm::log
