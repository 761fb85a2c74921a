// Vectors of the kernels for x86-64 processors, all of which have SSE2.
// The files ending in -inl.h use them, each between ENCODING_SET_BEGIN and ENCODING_SET_END.
#pragma once

#include "targets.h"

#if defined(ENCODING_X64)

#include <emmintrin.h>

#include <cstddef>
#include <cstdint>

#define ENCODING_SET_BEGIN                \
  namespace whatwg_encoding::simd::sse2 { \
  namespace { /* NOLINT(google-build-namespaces) */
#define ENCODING_SET_END \
  }                      \
  }

ENCODING_SET_BEGIN

struct V {
  static constexpr size_t kBytes = 16;

  static __m128i Load(const void* from) {
    return _mm_loadu_si128(static_cast<const __m128i*>(from));
  }
  static void Store(__m128i block, void* to) { _mm_storeu_si128(static_cast<__m128i*>(to), block); }
  static __m128i Fill8(auto byte) { return _mm_set1_epi8(static_cast<char>(byte)); }
  static __m128i Fill16(auto unit) { return _mm_set1_epi16(static_cast<int16_t>(unit)); }
  static unsigned HighBits(__m128i bytes) {
    return static_cast<unsigned>(_mm_movemask_epi8(bytes));
  }
  static unsigned EqualBytes(__m128i a, __m128i b) { return HighBits(_mm_cmpeq_epi8(a, b)); }
  static unsigned EqualUnits(__m128i a, __m128i b) {
    return HighBits(_mm_packs_epi16(_mm_cmpeq_epi16(a, b), __m128i{}));
  }
  static void StoreWidened(__m128i bytes, char16_t* out) {
    Store(_mm_unpacklo_epi8(bytes, __m128i{}), out);
    Store(_mm_unpackhi_epi8(bytes, __m128i{}), out + 8);
  }
  static void StoreNarrowed(__m128i units, uint8_t* out) {
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out), _mm_packus_epi16(units, units));
  }
  static __m128i Swap(__m128i units) { return _mm_slli_epi16(units, 8) | _mm_srli_epi16(units, 8); }
};

ENCODING_SET_END

#endif
