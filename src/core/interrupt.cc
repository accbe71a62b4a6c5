#include "core/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cstring>

namespace tfm {
namespace {

// A handler may touch nothing but this: lock-free, so that it is safe there and visible to every thread.
std::atomic<int> first_signal{0};
std::atomic<bool> stops_at_once{false};
static_assert(std::atomic<int>::is_always_lock_free && std::atomic<bool>::is_always_lock_free);

// Does only what a handler may.
[[noreturn]] void stop_at_once(int signal) {
  const char* message = stop_message(signal);
  static_cast<void>(!::write(STDERR_FILENO, message, std::strlen(message)));
  static_cast<void>(!::write(STDERR_FILENO, "\n", 1));
  ::_exit(128 + signal);
}

void note_signal(int signal) {
  if (stops_at_once) stop_at_once(signal);
  int none = 0;
  const bool is_first = first_signal.compare_exchange_strong(none, signal);
  if (!is_first && signal == SIGINT) ::_exit(128 + SIGINT);
}

bool is_ignored(int signal) {
  struct sigaction current {};
  return ::sigaction(signal, nullptr, &current) == 0 && current.sa_handler == SIG_IGN;
}

void install(int signal) {
  struct sigaction action {};
  action.sa_handler = note_signal;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void catch_interrupts() {
  install(SIGINT);
  install(SIGTERM);
  if (!is_ignored(SIGHUP)) install(SIGHUP);
  if (!is_ignored(SIGPIPE)) install(SIGPIPE);
}

int interrupt_signal() { return first_signal.load(); }

void stop_if_asked() {
  if (const int signal = interrupt_signal()) throw Interrupted{signal};
}

// In this order: a signal in between ends the process or is found.
StopsAtOnce::StopsAtOnce() {
  stops_at_once = true;
  if (interrupt_signal() == 0) return;
  stops_at_once = false;
  stop_if_asked();
}

StopsAtOnce::~StopsAtOnce() { stops_at_once = false; }

const char* signal_name(int signal) {
  switch (signal) {
    case SIGINT:
      return "SIGINT";
    case SIGTERM:
      return "SIGTERM";
    case SIGHUP:
      return "SIGHUP";
    case SIGPIPE:
      return "SIGPIPE";
    default:
      return "a signal";
  }
}

const char* stop_message(int signal) {
  switch (signal) {
    case SIGINT:
      return "stopped by SIGINT; the same command goes on";
    case SIGTERM:
      return "stopped by SIGTERM; the same command goes on";
    case SIGHUP:
      return "stopped by SIGHUP; the same command goes on";
    case SIGPIPE:
      return "stopped because nobody reads the output any more; the same command goes on";
    default:
      return "stopped by a signal; the same command goes on";
  }
}

}  // namespace tfm
