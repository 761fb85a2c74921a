// Chooses the set of kernels when the first of them is needed.
#include <array>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <span>

#include "targets.h"

#if defined(_WIN32) && defined(ENCODING_X64) && (defined(__GNUC__) || defined(__clang__))
#include <cpuid.h>
#endif

namespace whatwg_encoding::simd {

namespace {

bool IsAlwaysThere() { return true; }

#if defined(ENCODING_X64)
#if !defined(__GNUC__) && !defined(__clang__)

bool HasAvx2() { return false; }
bool HasAvx512() { return false; }

#elif defined(_WIN32)

// Asks the processor, and the system for the registers that it saves. The compiler's own function
// needs a library that clang-cl does not link. The bits of leaf 7 and of the register XCR0 are in
// the "Intel 64 and IA-32 Architectures Software Developer's Manual", volume 1, chapter 13, and
// volume 2, "CPUID".
bool Has(unsigned registers, unsigned leaf_7_ebx, unsigned leaf_7_ecx) {
  unsigned eax;
  unsigned ebx;
  unsigned ecx;
  unsigned edx;
  if (__get_cpuid(1, &eax, &ebx, &ecx, &edx) == 0 || (ecx & bit_OSXSAVE) == 0) return false;
  unsigned saved;
  __asm__("xgetbv" : "=a"(saved), "=d"(edx) : "c"(0));
  return (saved & registers) == registers && __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 &&
         (ebx & leaf_7_ebx) == leaf_7_ebx && (ecx & leaf_7_ecx) == leaf_7_ecx;
}

// Bits of XCR0: the system saves the registers of SSE and AVX, and those of AVX-512.
constexpr unsigned kAvxRegisters = 0x06;
constexpr unsigned kAvx512Registers = 0xE6;

bool HasAvx2() { return Has(kAvxRegisters, bit_AVX2 | bit_BMI, 0); }

bool HasAvx512() {
  return Has(kAvx512Registers, bit_AVX2 | bit_BMI | bit_AVX512F | bit_AVX512BW | bit_AVX512VL,
             bit_AVX512VBMI | bit_AVX512VBMI2);
}

#else

bool HasAvx2() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
}

bool HasAvx512() {
  return HasAvx2() && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
}

#endif
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

const Kernels* Choose() {
  const std::span<const Kernels* const> available = AvailableKernels();
// The addon and the tests of the core read the variable. The library for C++ and C does not,
// because a thread of the program may change the environment at the same time; WebAssembly has
// none.
#if defined(WHATWG_ENCODING_KERNELS_VARIABLE)
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
  static const Available available;
  return {available.all.data(), available.count};
}

constinit std::atomic<const Kernels*> active_kernels = nullptr;

const Kernels* ChooseKernels() {
  // Threads that come here at the same time choose the same set.
  const Kernels* const kernels = Choose();
  active_kernels.store(kernels, std::memory_order_relaxed);
  return kernels;
}

}  // namespace whatwg_encoding::simd
