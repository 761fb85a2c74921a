// Chooses the set of kernels once, before the first call.
// May include base/ and simd/.
#include <array>
#include <cstdlib>
#include <cstring>

#include "simd/targets.h"

namespace encoding::simd {

namespace {

struct Available {
  Available() {
    Add(&kScalar);
#if defined(ENCODING_X64)
    Add(&kSse2);
#if defined(__GNUC__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")) {
      Add(&kAvx2);
      if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
          __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2")) {
        Add(&kAvx512);
      }
    }
#endif
#elif defined(ENCODING_ARM64)
    Add(&kNeon);
#endif
  }
  void Add(const Kernels* kernels) { all[count++] = kernels; }

  std::array<const Kernels*, 4> all{};
  size_t count = 0;
};

const Available& GetAvailable() {
  static const Available available;
  return available;
}

const Kernels* Choose() {
  const std::span<const Kernels* const> available = AvailableKernels();
  if (const char* name = std::getenv("WHATWG_TRANSCODER_KERNELS")) {
    for (const Kernels* kernels : available) {
      if (std::strcmp(kernels->name, name) == 0) return kernels;
    }
  }
  return available.back();
}

}  // namespace

std::span<const Kernels* const> AvailableKernels() {
  const Available& available = GetAvailable();
  return {available.all.data(), available.count};
}

const Kernels* const kActive = Choose();

}  // namespace encoding::simd
