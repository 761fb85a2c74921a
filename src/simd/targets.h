// Names the set of kernels that each .cc file defines. dispatch.cc chooses among them.
#pragma once

#include "kernels.h"

#if defined(WHATWG_ENCODING_PLAIN)
// Only the scalar kernels are built.
#elif defined(__x86_64__) || defined(_M_X64)
#include <emmintrin.h>
#define ENCODING_X64 1
#elif defined(__aarch64__) || defined(_M_ARM64)
#define ENCODING_ARM64 1
#elif defined(__wasm_simd128__)
#define ENCODING_WASM 1
#endif

// The code between these two is compiled for a processor with the given features. They are
// macros because gyp cannot set compiler flags for one file.
#if defined(__clang__)
#define ENCODING_PRAGMA(text) _Pragma(#text)
#define ENCODING_TARGET_BEGIN(features) \
  ENCODING_PRAGMA(clang attribute push(__attribute__((target(features))), apply_to = function))
#define ENCODING_TARGET_END _Pragma("clang attribute pop")
#elif defined(__GNUC__)
#define ENCODING_PRAGMA(text) _Pragma(#text)
#define ENCODING_TARGET_BEGIN(features) \
  _Pragma("GCC push_options") ENCODING_PRAGMA(GCC target(features))
#define ENCODING_TARGET_END _Pragma("GCC pop_options")
#else
#define ENCODING_TARGET_BEGIN(features)
#define ENCODING_TARGET_END
#endif

namespace whatwg_encoding::simd {

// Prefetches the cache line one page (4,096 bytes) ahead. The address may lie past the end of the
// buffer; prefetching an invalid address is harmless. Processors that prefetch by themselves stop
// at the end of each page; without this, reading from memory takes half as long again.
inline void Prefetch([[maybe_unused]] const uint8_t* from) {
#if defined(ENCODING_X64)
  _mm_prefetch(reinterpret_cast<const char*>(from) + 4096, _MM_HINT_T0);
#endif
}

// Prefetches as many cache lines as `size` bytes have, one page ahead.
inline void Prefetch(const uint8_t* from, size_t size) {
  constexpr size_t kCacheLineBytes = 64;
  for (size_t at = 0; at < size; at += kCacheLineBytes) Prefetch(from + at);
}

extern const Kernels kScalar;
#if defined(ENCODING_X64)
extern const Kernels kSse2;
extern const Kernels kAvx2;
extern const Kernels kAvx512;
#elif defined(ENCODING_ARM64)
extern const Kernels kNeon;
#elif defined(ENCODING_WASM)
extern const Kernels kSimd128;
#endif

}  // namespace whatwg_encoding::simd
