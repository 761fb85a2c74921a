// Vectors of the kernels for processors with AVX2 and BMI.
// The files ending in -inl.h use them, each between ENCODING_SET_BEGIN and ENCODING_SET_END.
#pragma once

#include "targets.h"

#if defined(ENCODING_X64)

#include <immintrin.h>

#include <array>
#include <cstddef>
#include <cstdint>

#define ENCODING_SET_BEGIN                \
  ENCODING_TARGET_BEGIN("avx2,bmi")       \
  namespace whatwg_encoding::simd::avx2 { \
  namespace { /* NOLINT(google-build-namespaces) */
#define ENCODING_SET_END \
  }                      \
  }                      \
  ENCODING_TARGET_END

ENCODING_SET_BEGIN

struct V {
  static constexpr size_t kBytes = 32;

  static __m256i Load(const void* from) {
    return _mm256_loadu_si256(static_cast<const __m256i*>(from));
  }
  static void Store(__m256i block, void* to) {
    _mm256_storeu_si256(static_cast<__m256i*>(to), block);
  }
  static __m256i Fill8(auto byte) { return _mm256_set1_epi8(static_cast<char>(byte)); }
  static __m256i Fill16(auto unit) { return _mm256_set1_epi16(static_cast<int16_t>(unit)); }
  static __m256i Fill32(auto number) { return _mm256_set1_epi32(static_cast<int32_t>(number)); }
  template <int kHalf>
  static __m128i Half(__m256i block) {
    return _mm256_extracti128_si256(block, kHalf);
  }
  static uint32_t HighBits(__m256i bytes) {
    return static_cast<uint32_t>(_mm256_movemask_epi8(bytes));
  }
  static uint32_t EqualBytes(__m256i a, __m256i b) { return HighBits(_mm256_cmpeq_epi8(a, b)); }
  static uint32_t EqualUnits(__m256i a, __m256i b) {
    const __m256i packed = _mm256_packs_epi16(_mm256_cmpeq_epi16(a, b), __m256i{});
    return HighBits(_mm256_permute4x64_epi64(packed, 0xD8));
  }
  static void StoreWidened(__m256i bytes, char16_t* out) {
    Store(_mm256_cvtepu8_epi16(Half<0>(bytes)), out);
    Store(_mm256_cvtepu8_epi16(Half<1>(bytes)), out + 16);
  }
  static void StoreNarrowed(__m256i units, uint8_t* out) {
    const __m256i packed = _mm256_packus_epi16(units, units);
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out),
                     Half<0>(_mm256_permute4x64_epi64(packed, 0x08)));
  }
  static uint32_t NonAscii(__m256i units) {
    const __m256i limit = Fill16(0xFF80);
    return _mm256_testz_si256(units, limit) ? 0 : 0xFFFF & ~EqualUnits(units & limit, __m256i{});
  }
  static __m256i Swap(__m256i units) {
    return _mm256_slli_epi16(units, 8) | _mm256_srli_epi16(units, 8);
  }
};

// For each mask, a shuffle that moves some of sixteen bytes to the front: those for which
// `keeps(mask, byte)` is true.
template <size_t kMasks, typename Keeps>
constexpr std::array<std::array<uint8_t, 16>, kMasks> MakeShuffles(Keeps keeps) {
  std::array<std::array<uint8_t, 16>, kMasks> shuffles{};
  for (size_t mask = 0; mask < kMasks; ++mask) {
    shuffles[mask].fill(0x80);  // a byte of 0
    size_t next = 0;
    for (uint8_t byte = 0; byte < 16; ++byte) {
      if (keeps(mask, byte)) shuffles[mask][next++] = byte;
    }
  }
  return shuffles;
}

ENCODING_SET_END

#endif
