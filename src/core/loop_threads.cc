#include "core/loop_threads.h"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <atomic>

#include "core/host.h"
#include "core/loop_team.h"

namespace tfm {
namespace {

std::atomic<bool> has_own_threads{false};

#ifndef _OPENMP
std::atomic<int> threads_of_loops{0};  // 0: one for each processor
#endif

}  // namespace

int loop_threads() {
#ifdef _OPENMP
  return omp_get_max_threads();
#else
  if (!has_own_threads) return 1;
  const int set = threads_of_loops;
  return set > 0 ? set : usable_processors();
#endif
}

void set_loop_threads(int threads) {
#ifdef _OPENMP
  omp_set_num_threads(threads);
#else
  threads_of_loops = threads;
#endif
}

bool in_parallel_loop() {
#ifdef _OPENMP
  if (omp_in_parallel() != 0) return true;
#endif
  return in_loop_team();
}

void use_own_loop_threads() { has_own_threads = true; }

void run_parts(int64_t parts, void (*run)(void*, int64_t), void* context) {
  if (has_own_threads) return run_on_loop_team(parts, run, context);
#ifdef _OPENMP
#pragma omp parallel num_threads(static_cast<int>(parts))
  for (int64_t part = omp_get_thread_num(); part < parts; part += omp_get_num_threads()) run(context, part);
#else
  for (int64_t part = 0; part < parts; ++part) run(context, part);
#endif
}

}  // namespace tfm
