// Conversions of ASCII that begin with a few bytes inline. Most runs of ASCII in text of other
// scripts are so short that a call of a kernel would take longer.
// May include base/ and simd/.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "kernels.h"

#if defined(WHATWG_ENCODING_PLAIN)
// The scalar kernels do all.
#elif defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define ENCODING_SSE2 1
#elif defined(__aarch64__) || defined(_M_ARM64)
#include <arm_neon.h>
#define ENCODING_NEON 1
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#define ENCODING_SIMD128 1
#endif

namespace whatwg_encoding::simd {

// The functions whose names contain "Short" convert sixteen bytes, or eight code units. They read
// and write all of them, and return how many come before the first that is not ASCII.

#if defined(ENCODING_SSE2)

inline size_t FirstNonAscii(__m128i block) {
  const auto high = static_cast<unsigned>(_mm_movemask_epi8(block));
  return static_cast<size_t>(std::countr_zero(high | 0x10000));
}

inline size_t WidenShortAscii(const uint8_t* bytes, char16_t* out) {
  const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m128i zero = _mm_setzero_si128();
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), _mm_unpacklo_epi8(block, zero));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out + 8), _mm_unpackhi_epi8(block, zero));
  return FirstNonAscii(block);
}

inline size_t CopyShortAscii(const uint8_t* bytes, uint8_t* out) {
  const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  _mm_storeu_si128(reinterpret_cast<__m128i*>(out), block);
  return FirstNonAscii(block);
}

inline size_t NarrowShortAscii(const char16_t* units, uint8_t* out) {
  const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(units));
  const __m128i beyond = _mm_and_si128(block, _mm_set1_epi16(static_cast<int16_t>(0xFF80)));
  const __m128i is_ascii = _mm_cmpeq_epi16(beyond, _mm_setzero_si128());
  _mm_storel_epi64(reinterpret_cast<__m128i*>(out), _mm_packus_epi16(block, block));
  const unsigned other = ~static_cast<unsigned>(_mm_movemask_epi8(is_ascii));
  return static_cast<size_t>(std::countr_zero(other | 0x10000)) / 2;
}

#elif defined(ENCODING_NEON)

// As for SSE2, but with four bits for each of sixteen bytes, because NEON has no instruction that
// moves one bit of each byte.
inline size_t FirstNonAscii(uint8x16_t block) {
  const uint16x8_t is_high = vreinterpretq_u16_u8(vcltzq_s8(vreinterpretq_s8_u8(block)));
  const uint64_t high = vget_lane_u64(vreinterpret_u64_u8(vshrn_n_u16(is_high, 4)), 0);
  return static_cast<size_t>(std::countr_zero(high)) / 4;
}

inline size_t WidenShortAscii(const uint8_t* bytes, char16_t* out) {
  const uint8x16_t block = vld1q_u8(bytes);
  const uint8x16_t zero = vdupq_n_u8(0);
  vst1q_u8(reinterpret_cast<uint8_t*>(out), vzip1q_u8(block, zero));
  vst1q_u8(reinterpret_cast<uint8_t*>(out + 8), vzip2q_u8(block, zero));
  return FirstNonAscii(block);
}

inline size_t CopyShortAscii(const uint8_t* bytes, uint8_t* out) {
  const uint8x16_t block = vld1q_u8(bytes);
  vst1q_u8(out, block);
  return FirstNonAscii(block);
}

inline size_t NarrowShortAscii(const char16_t* units, uint8_t* out) {
  const uint16x8_t block = vreinterpretq_u16_u8(vld1q_u8(reinterpret_cast<const uint8_t*>(units)));
  vst1_u8(out, vmovn_u16(block));
  const uint8x8_t is_other = vmovn_u16(vcgtq_u16(block, vdupq_n_u16(0x7F)));
  const uint64_t other = vget_lane_u64(vreinterpret_u64_u8(is_other), 0);
  return static_cast<size_t>(std::countr_zero(other)) / 8;
}

#elif defined(ENCODING_SIMD128)

inline size_t FirstNonAscii(v128_t block) {
  return static_cast<size_t>(std::countr_zero(wasm_i8x16_bitmask(block) | 0x10000u));
}

inline size_t WidenShortAscii(const uint8_t* bytes, char16_t* out) {
  const v128_t block = wasm_v128_load(bytes);
  wasm_v128_store(out, wasm_u16x8_extend_low_u8x16(block));
  wasm_v128_store(out + 8, wasm_u16x8_extend_high_u8x16(block));
  return FirstNonAscii(block);
}

inline size_t CopyShortAscii(const uint8_t* bytes, uint8_t* out) {
  const v128_t block = wasm_v128_load(bytes);
  wasm_v128_store(out, block);
  return FirstNonAscii(block);
}

inline size_t NarrowShortAscii(const char16_t* units, uint8_t* out) {
  const v128_t block = wasm_v128_load(units);
  wasm_v128_store64_lane(out, wasm_u8x16_narrow_i16x8(block, block), 0);
  const v128_t is_other = wasm_u16x8_gt(block, wasm_i16x8_splat(0x7F));
  return static_cast<size_t>(std::countr_zero(wasm_i16x8_bitmask(is_other) | 0x100u));
}

#else

inline size_t WidenShortAscii(const uint8_t* bytes, char16_t* out) {
  return kActive->widen_ascii(bytes, 16, out);
}

inline size_t CopyShortAscii(const uint8_t* bytes, uint8_t* out) {
  return kActive->copy_ascii(bytes, 16, out);
}

inline size_t NarrowShortAscii(const char16_t* units, uint8_t* out) {
  return kActive->narrow_ascii(units, 8, out);
}

#endif

// The functions below convert input of any size, up to the first byte or code unit that is not
// ASCII, and return how many they have converted.

inline size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out) {
  if (size < 16) return kActive->widen_ascii(bytes, size, out);
  const size_t taken = WidenShortAscii(bytes, out);
  return taken < 16 ? taken : 16 + kActive->widen_ascii(bytes + 16, size - 16, out + 16);
}

inline size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out) {
  if (size < 16) return kActive->copy_ascii(bytes, size, out);
  const size_t taken = CopyShortAscii(bytes, out);
  return taken < 16 ? taken : 16 + kActive->copy_ascii(bytes + 16, size - 16, out + 16);
}

inline size_t NarrowAscii(const char16_t* units, size_t size, uint8_t* out) {
  if (size < 8) return kActive->narrow_ascii(units, size, out);
  const size_t taken = NarrowShortAscii(units, out);
  return taken < 8 ? taken : 8 + kActive->narrow_ascii(units + 8, size - 8, out + 8);
}

}  // namespace whatwg_encoding::simd
