// A request to stop, from Ctrl-C, a supervisor or a closing terminal, that the work looks at where it can stop well.
#pragma once

namespace tfm {

// From here on the first SIGINT, SIGTERM, SIGHUP or SIGPIPE is only noted, for interrupt_signal(). A SIGINT while a
// stop is already asked for ends the process at once with exit code 130. System calls go on after the signal
// (SA_RESTART), so a command that waits for input leaves these signals at their default instead. A SIGHUP that is
// ignored, as under nohup, stays so. SIGINT is caught even where it came ignored, as it does for jobs that a script
// puts in the background: `kill -INT` must save a checkpoint there too.
//
// SIGPIPE, from a reader of the messages that went away (`| tee`, `| head`), counts as a request as well: long work
// saves first. A command that doesn't call this is ended by it, quietly. Where it came ignored, writing fails with
// EPIPE.
void catch_interrupts();

// What stop_if_asked throws. main ends the command with exit code 128 + signal.
struct Interrupted {
  int signal = 0;
};

// For work that can be left as it is: throws Interrupted when a stop is asked for.
void stop_if_asked();

// While it lives a signal that asks for a stop ends the process at once, with stop_message on stderr. For long work of
// others that can't be asked to stop, with nothing half written. One at a time.
class StopsAtOnce {
 public:
  StopsAtOnce();  // Interrupted when a stop is asked for already
  ~StopsAtOnce();
  StopsAtOnce(const StopsAtOnce&) = delete;
  StopsAtOnce& operator=(const StopsAtOnce&) = delete;
};

// "SIGTERM".
const char* signal_name(int signal);
// "stopped by SIGTERM; the same command goes on".
const char* stop_message(int signal);

// The first signal that came since catch_interrupts(), 0 while none did. Any thread may ask.
int interrupt_signal();

}  // namespace tfm
