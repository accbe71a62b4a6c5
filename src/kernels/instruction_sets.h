// Kernels are compiled once for each of some instruction sets; the loader picks the best that the processor has.
#pragma once

// Sanitizers don't support the choice. What such a function calls must be inlined into it: TFM_INLINE.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__)
#define TFM_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define TFM_CLONES
#endif

#define TFM_INLINE __attribute__((always_inline)) inline

// Where the code of two instruction sets differs by more than the compiler's choice, each has a function of its own.
#if defined(__x86_64__) && defined(__GNUC__)
#define TFM_HAS_NEWER_CODE 1
#define TFM_AVX2_CODE __attribute__((target("avx2,fma")))
#define TFM_AVX512_CODE __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx2,fma")))
#else
#define TFM_HAS_NEWER_CODE 0
#endif

namespace tfm {

enum class InstructionSet { kPlain, kAvx2, kAvx512 };

// The best that the processor has and there is code for.
inline InstructionSet best_instruction_set() {
#if TFM_HAS_NEWER_CODE
  static const auto best = [] {
    const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    const bool avx512 = avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
    return avx512 ? InstructionSet::kAvx512 : avx2 ? InstructionSet::kAvx2 : InstructionSet::kPlain;
  }();
  return best;
#else
  return InstructionSet::kPlain;
#endif
}

inline bool is_amd_processor() {
#if TFM_HAS_NEWER_CODE
  static const bool is_amd = __builtin_cpu_is("amd");
  return is_amd;
#else
  return false;
#endif
}

}  // namespace tfm
