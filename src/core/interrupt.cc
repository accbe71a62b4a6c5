#include "core/interrupt.h"

#include <signal.h>
#include <unistd.h>

#include <atomic>

namespace tfm {
namespace {

// A handler may touch nothing but this: lock-free, so that it is safe there and visible to every thread.
std::atomic<int> first_signal{0};
static_assert(std::atomic<int>::is_always_lock_free);

void note_signal(int signal) {
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
}

int interrupt_signal() { return first_signal.load(); }

}  // namespace tfm
