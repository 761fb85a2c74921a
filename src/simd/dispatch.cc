// Chooses the set of kernels once, before the first call.
// May include base/ and simd/.
#include <array>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <span>

#include "simd/targets.h"

namespace encoding::simd {

namespace {

bool IsAlwaysThere() { return true; }

#if defined(ENCODING_X64)
bool HasAvx2() {
#if defined(__GNUC__)
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
#else
  return false;
#endif
}

bool HasAvx512() {
#if defined(__GNUC__)
  return HasAvx2() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
#else
  return false;
#endif
}
#endif

// The sets of kernels for this kind of processor, the slowest first, each with the function that
// asks the processor whether it can run the set.
struct Candidate {
  const Kernels* kernels;
  bool (*is_available)();
};

constexpr Candidate kCandidates[] = {
    {&kScalar, IsAlwaysThere},
#if defined(ENCODING_X64)
    {&kSse2, IsAlwaysThere},
    {&kAvx2, HasAvx2},
    {&kAvx512, HasAvx512},
#elif defined(ENCODING_ARM64)
    {&kNeon, IsAlwaysThere},
#elif defined(ENCODING_WASM)
    {&kSimd128, IsAlwaysThere},
#endif
};

struct Available {
  Available() {
    for (const Candidate& candidate : kCandidates) {
      if (candidate.is_available()) all[count++] = candidate.kernels;
    }
  }

  std::array<const Kernels*, std::size(kCandidates)> all{};
  size_t count = 0;
};

const Available& GetAvailable() {
  static const Available available;
  return available;
}

const Kernels* Choose() {
  const std::span<const Kernels* const> available = AvailableKernels();
#if !defined(ENCODING_WASM)  // which has no environment variables
  if (const char* name = std::getenv("WHATWG_TRANSCODER_KERNELS")) {
    for (const Kernels* kernels : available) {
      if (std::strcmp(kernels->name, name) == 0) return kernels;
    }
  }
#endif
  return available.back();
}

}  // namespace

std::span<const Kernels* const> AvailableKernels() {
  const Available& available = GetAvailable();
  return {available.all.data(), available.count};
}

const Kernels* const kActive = Choose();

}  // namespace encoding::simd
