// Kernels are compiled once for each of some instruction sets; the loader picks the best that the processor has.
#pragma once

// Sanitizers don't support the choice. What such a function calls must be inlined into it: TFM_INLINE.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TFM_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define TFM_CLONES
#endif

#define TFM_INLINE __attribute__((always_inline)) inline
