// What each file of kernels defines; dispatch.cc chooses among them.
#pragma once

#include "simd/kernels.h"

#if defined(__x86_64__) || defined(_M_X64)
#define ENCODING_X64 1
#elif defined(__aarch64__) || defined(_M_ARM64)
#define ENCODING_ARM64 1
#endif

// Compiles what is between them for a processor with the given features; gyp has no flags for a
// file.
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

namespace encoding::simd {

// Asks for input that is read soon, a page ahead, which may be none any more: processors that do so
// by themselves stop at the end of each page, and waited twice as long for input from memory.
inline void Prefetch([[maybe_unused]] const uint8_t* from) {
#if defined(ENCODING_X64)
  _mm_prefetch(reinterpret_cast<const char*>(from) + 4096, _MM_HINT_T0);
#endif
}

// The same of `size` bytes.
inline void Prefetch(const uint8_t* from, size_t size) {
  constexpr size_t kCacheLine = 64;
  for (size_t at = 0; at < size; at += kCacheLine) Prefetch(from + at);
}

extern const Kernels kScalar;
#if defined(ENCODING_X64)
extern const Kernels kSse2;
extern const Kernels kAvx2;
extern const Kernels kAvx512;
#elif defined(ENCODING_ARM64)
extern const Kernels kNeon;
#endif

}  // namespace encoding::simd
