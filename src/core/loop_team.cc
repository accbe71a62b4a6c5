#include "core/loop_team.h"

#include <atomic>
#include <mutex>
#include <thread>

namespace tfm {
namespace {

thread_local bool runs_a_part = false;

constexpr int kLooks = 6000;  // some 80 to 250 microseconds, by how long the processor pauses

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

// Until `number` is another than `old`: looks a while, then sleeps.
uint32_t wait_for_change(const std::atomic<uint32_t>& number, uint32_t old, std::atomic<int>& sleepers) {
  for (int look = 0; look < kLooks; ++look) {
    const uint32_t now = number.load(std::memory_order_acquire);
    if (now != old) return now;
    pause();
  }
  ++sleepers;
  number.wait(old);
  --sleepers;
  return number.load(std::memory_order_acquire);
}

class LoopTeam {
 public:
  void divide(int64_t parts, void (*run)(void*, int64_t), void* context) {
    const std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock.owns_lock() || parts > kMostParts) {
      for (int64_t part = 0; part < parts; ++part) run_part(run, context, part);
      return;
    }
    while (workers_ < parts - 1) start_worker();
    run_ = run;
    context_ = context;
    unfinished_ = static_cast<uint32_t>(parts);
    const uint32_t call = call_ + 1;
    claims_ = uint64_t{call} << 32 | 1 << kPartBits | static_cast<uint64_t>(parts);  // the first part is the caller's
    call_ = call;
    if (sleeping_ > 0) call_.notify_all();
    run_part(run, context, 0);
    finish_part();
    take_parts(call);
    for (uint32_t left = unfinished_; left > 0;) left = wait_for_change(unfinished_, left, sleeping_callers_);
  }

 private:
  static constexpr int kPartBits = 16;
  static constexpr int64_t kMostParts = (1 << kPartBits) - 1;

  static void run_part(void (*run)(void*, int64_t), void* context, int64_t part) {
    runs_a_part = true;
    run(context, part);
    runs_a_part = false;
  }

  void finish_part() {
    --unfinished_;
    if (sleeping_callers_ > 0) unfinished_.notify_all();
  }

  // Those of the call that nobody has taken yet. While there is one, the call hasn't returned: run_ and context_ are
  // its.
  void take_parts(uint32_t call) {
    for (uint64_t claims = claims_; claims >> 32 == call;) {
      const auto next = static_cast<int64_t>(claims >> kPartBits & kMostParts);
      if (next >= static_cast<int64_t>(claims & kMostParts)) return;
      if (!claims_.compare_exchange_weak(claims, claims + (1 << kPartBits))) continue;
      run_part(run_, context_, next);
      finish_part();
      claims = claims_;
    }
  }

  void start_worker() {
    ++workers_;
    std::thread([this, seen = call_.load()]() mutable {
      while (true) {
        seen = wait_for_change(call_, seen, sleeping_);
        take_parts(seen);
      }
    }).detach();
  }

  std::mutex mutex_;  // of whose call it is
  int64_t workers_ = 0;
  void (*run_)(void*, int64_t) = nullptr;
  void* context_ = nullptr;
  std::atomic<uint32_t> call_{0};        // its number
  std::atomic<uint64_t> claims_{0};      // the same, the next part to be taken, and how many there are
  std::atomic<uint32_t> unfinished_{0};  // parts
  std::atomic<int> sleeping_{0}, sleeping_callers_{0};
};

}  // namespace

bool in_loop_team() { return runs_a_part; }

void run_on_loop_team(int64_t parts, void (*run)(void*, int64_t), void* context) {
  static auto& team = *new LoopTeam;  // its threads wait as long as there is a program
  team.divide(parts, run, context);
}

}  // namespace tfm
