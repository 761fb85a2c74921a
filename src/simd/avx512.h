// Vectors of the kernels for processors with AVX-512: its foundation, byte and word instructions,
// VBMI and VBMI2 (Ice Lake, Zen 4 and later). The files ending in -inl.h use them, each between
// ENCODING_SET_BEGIN and ENCODING_SET_END.
#pragma once

#include "targets.h"

#if defined(ENCODING_X64)

#include <immintrin.h>

#include <cstddef>
#include <cstdint>

#define ENCODING_SET_BEGIN                                                           \
  ENCODING_TARGET_BEGIN("avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,avx2,bmi") \
  namespace whatwg_encoding::simd::avx512 {                                          \
  namespace { /* NOLINT(google-build-namespaces) */
#define ENCODING_SET_END \
  }                      \
  }                      \
  ENCODING_TARGET_END

ENCODING_SET_BEGIN

struct V {
  static constexpr size_t kBytes = 64;

  static __m512i Load(const void* from) { return _mm512_loadu_si512(from); }
  static void Store(__m512i block, void* to) { _mm512_storeu_si512(to, block); }
  static __m512i Fill8(auto byte) { return _mm512_set1_epi8(static_cast<char>(byte)); }
  static __m512i Fill16(auto unit) { return _mm512_set1_epi16(static_cast<int16_t>(unit)); }
  static __m512i Fill32(auto number) { return _mm512_set1_epi32(static_cast<int32_t>(number)); }
  static uint64_t HighBits(__m512i bytes) { return _mm512_movepi8_mask(bytes); }
  static uint64_t EqualBytes(__m512i a, __m512i b) { return _mm512_cmpeq_epi8_mask(a, b); }
  static uint32_t EqualUnits(__m512i a, __m512i b) { return _mm512_cmpeq_epi16_mask(a, b); }
  // The instructions of the next functions have a mask that keeps everything, because g++ 12 warns
  // about its own header for the instructions without a mask.
  template <int kHalf>
  static __m256i Half(__m512i bytes) {
    return _mm512_maskz_extracti64x4_epi64(0xFF, bytes, kHalf);
  }
  static void StoreWidened(__m512i bytes, char16_t* out) {
    Store(_mm512_cvtepu8_epi16(Half<0>(bytes)), out);
    Store(_mm512_cvtepu8_epi16(Half<1>(bytes)), out + 32);
  }
  static void StoreNarrowed(__m512i units, uint8_t* out) {
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                        _mm512_maskz_cvtepi16_epi8(~__mmask32{0}, units));
  }
  static uint32_t NonAscii(__m512i units) { return _mm512_test_epi16_mask(units, Fill16(0xFF80)); }
  static __m512i Swap(__m512i units) {
    return _mm512_slli_epi16(units, 8) | _mm512_srli_epi16(units, 8);
  }
};

// The lowest `count` bits are set; all when `count` is 64 or more.
inline uint64_t LowBits(size_t count) {
  return count < 64 ? (uint64_t{1} << count) - 1 : ~uint64_t{0};
}

// Moves the bytes that have a bit in `kept` to the front; other bytes follow. The instruction that
// puts zeros there is not used, because on Zen 5 it waits for the old value of its destination.
inline __m512i Compress(uint64_t kept, __m512i bytes) {
  return _mm512_mask_compress_epi8(bytes, kept, bytes);
}

// For each byte of a vector, the position that it is taken from.
struct Positions {
  template <typename Rule>
  explicit constexpr Positions(Rule rule) {
    for (size_t i = 0; i < 64; ++i) from[i] = static_cast<uint8_t>(rule(i));
  }
  alignas(64) uint8_t from[64] = {};
};

ENCODING_SET_END

#endif
