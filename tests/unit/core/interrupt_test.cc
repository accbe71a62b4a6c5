// Each test works in a process of its own: a caught signal stays caught.
#include "core/interrupt.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <utility>

#include "../file_testing.h"
#include "core/files.h"

namespace tfm {
namespace {

void expect(bool condition) {
  if (!condition) ::_exit(1);
}

int in_child(const std::function<void()>& action) { return wait_for(start_child(action)); }

TEST(Interrupt, ReportsNothingBeforeASignal) {
  EXPECT_EQ(in_child([] {
              catch_interrupts();
              expect(interrupt_signal() == 0);
            }),
            0);
}

TEST(Interrupt, NotesTheFirstSignalAndGoesOn) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    EXPECT_EQ(in_child([signal] {
                catch_interrupts();
                ::raise(signal);
                expect(interrupt_signal() == signal);
                ::raise(SIGTERM);
                ::raise(SIGHUP);
                expect(interrupt_signal() == signal);
              }),
              0)
        << "signal " << signal;
  }
}

TEST(Interrupt, StopsWorkThatCanBeLeftAsItIs) {
  EXPECT_EQ(in_child([] {
              catch_interrupts();
              stop_if_asked();
              ::raise(SIGHUP);
              try {
                stop_if_asked();
                expect(false);
              } catch (const Interrupted& stop) {
                expect(stop.signal == SIGHUP);
              }
            }),
            0);
}

// The exit code of a child that is sent the signal while it can only stop at once, and what it says.
std::pair<int, std::string> stopped_at_once(int signal) {
  const ScratchFolder folder;
  const int code = in_child([&] {
    expect(std::freopen((folder / "stderr").c_str(), "w", stderr) != nullptr);
    catch_interrupts();
    const StopsAtOnce scope;
    ::raise(signal);
  });
  return {code, read_file(folder / "stderr")};
}

TEST(Interrupt, StopsWorkThatNobodyCanAsk) {
  EXPECT_EQ(stopped_at_once(SIGTERM), std::pair(143, std::string("stopped by SIGTERM; the same command goes on\n")));
  EXPECT_EQ(stopped_at_once(SIGINT), std::pair(130, std::string("stopped by SIGINT; the same command goes on\n")));
  EXPECT_EQ(stopped_at_once(SIGHUP), std::pair(129, std::string("stopped by SIGHUP; the same command goes on\n")));
}

TEST(Interrupt, DoesntBeginSuchWorkWhenAStopIsAskedFor) {
  EXPECT_EQ(in_child([] {
              catch_interrupts();
              ::raise(SIGTERM);
              try {
                const StopsAtOnce scope;
                expect(false);
              } catch (const Interrupted& stop) {
                expect(stop.signal == SIGTERM);
              }
              { ::raise(SIGHUP); }  // noted, as before
            }),
            0);
}

TEST(Interrupt, NotesSignalsAgainAfterSuchWork) {
  EXPECT_EQ(in_child([] {
              catch_interrupts();
              { const StopsAtOnce scope; }
              ::raise(SIGTERM);
              expect(interrupt_signal() == SIGTERM);
            }),
            0);
}

TEST(Interrupt, EndsAtOnceOnASecondCtrlC) {
  EXPECT_EQ(in_child([] {
              catch_interrupts();
              ::raise(SIGINT);
              ::raise(SIGINT);
            }),
            130);
}

TEST(Interrupt, EndsAtOnceOnCtrlCAfterASupervisorAskedToStop) {
  EXPECT_EQ(in_child([] {
              catch_interrupts();
              ::raise(SIGTERM);
              ::raise(SIGINT);
            }),
            130);
}

TEST(Interrupt, LeavesSignalsAloneBeforeItIsAsked) {
  EXPECT_EQ(in_child([] { ::raise(SIGTERM); }), 128 + SIGTERM);
}

TEST(Interrupt, KeepsSighupIgnoredUnderNohup) {
  EXPECT_EQ(in_child([] {
              ::signal(SIGHUP, SIG_IGN);
              catch_interrupts();
              ::raise(SIGHUP);
              expect(interrupt_signal() == 0);
            }),
            0);
}

TEST(Interrupt, CatchesSigintInABackgroundJobOfAScript) {
  EXPECT_EQ(in_child([] {
              ::signal(SIGINT, SIG_IGN);
              catch_interrupts();
              ::raise(SIGINT);
              expect(interrupt_signal() == SIGINT);
            }),
            0);
}

TEST(Interrupt, TakesAClosedPipeForARequestToStop) {
  EXPECT_EQ(in_child([] {
              ::signal(SIGPIPE, SIG_DFL);
              catch_interrupts();
              ::raise(SIGPIPE);
              expect(interrupt_signal() == SIGPIPE);
              ::signal(SIGPIPE, SIG_IGN);
              catch_interrupts();  // ignored on purpose: it stays so
              ::raise(SIGPIPE);
            }),
            0);
}

TEST(Interrupt, LetsAReadGoOn) {
  EXPECT_EQ(in_child([] {
              catch_interrupts();
              int ends[2];
              expect(::pipe(ends) == 0);
              const pthread_t reader = ::pthread_self();
              std::thread sender([&] {
                for (int i = 0; i < 20; ++i) {  // most of them while the reader waits
                  ::pthread_kill(reader, SIGTERM);
                  ::usleep(1000);
                }
                expect(::write(ends[1], "x", 1) == 1);
              });
              char byte = 0;
              expect(::read(ends[0], &byte, 1) == 1 && byte == 'x');
              sender.join();
            }),
            0);
}

}  // namespace
}  // namespace tfm
