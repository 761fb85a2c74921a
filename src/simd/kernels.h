// The few functions worth more than a plain loop. All take any length and alignment, read nothing
// outside what they are given, and need room in `out` for as much as the whole input could become;
// what they leave there beyond what they report is unspecified.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "simd/pairs.h"
#include "simd/seven_bit.h"

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>
#define ENCODING_SSE2 1
#elif defined(__aarch64__) || defined(_M_ARM64)
#include <arm_neon.h>
#define ENCODING_NEON 1
#endif

namespace encoding::simd {

// No kernel leaves anything in `out` more than this many places beyond what it reports to have
// written there.
inline constexpr size_t kLargestStep = 64;

// No number of bytes.
inline constexpr size_t kNotLatin1 = SIZE_MAX;

// Which side of a copy of UTF-16 has not the byte order of the machine.
enum class Swapped : uint8_t { kNeither, kSource, kTarget };

// What the 256 bytes of a single-byte encoding stand for; 0 for a byte from 0x80 that stands for
// nothing.
struct SingleByteTable {
  const uint16_t* units;  // as UTF-16 code units; ASCII bytes are themselves
  const uint32_t* utf8;   // first byte in the lowest bits, how many there are in the highest eight
};

// The byte that an encoding has for each code unit, ASCII included: pages[index[unit >> 6] * 64 +
// (unit & 63)]; 0 for a unit that has none. `window`, a multiple of 128 from U+0100, is where the
// most of the text is: only a question of speed.
struct SingleByteMap {
  const uint8_t* index;
  const uint8_t* pages;
  char16_t window;

  const uint8_t* Page(size_t unit) const { return pages + size_t{index[unit >> 6]} * 64; }
  uint8_t operator[](char16_t unit) const { return Page(unit)[unit & 63]; }
};

// All stop before the first byte or code unit that stands for nothing.
struct SingleByteKernels {
  // Puts a code unit for each of the bytes into `out` and returns how many it has read.
  size_t (*decode)(const SingleByteTable& table, const uint8_t* bytes, size_t size, char16_t* out);

  // The same in UTF-8; there is room for three bytes for each.
  Progress (*decode_utf8)(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                          uint8_t* out);

  // The same without writing.
  Progress (*count_utf8)(const SingleByteTable& table, const uint8_t* bytes, size_t size);

  // Puts a byte for each of the code units into `out` and returns how many it has read.
  size_t (*encode)(const SingleByteMap& map, const char16_t* units, size_t size, uint8_t* out);
};

// The kernels between Unicode encodings. Those that read UTF-8 stop at the first sequence that is
// malformed, as the standard's decoder sees it, or that the input cuts. Those that read UTF-16, in
// the byte order of the machine or `swapped`, stop at the first surrogate that is no part of a pair
// in the input.
struct UnicodeKernels {
  // UTF-8 to UTF-16 in the byte order of the machine; `out` has room for `size` code units.
  Progress (*utf8_to_utf16)(const uint8_t* bytes, size_t size, char16_t* out);

  // How many of the `size` bytes can be read; copies those to `out`, which does not overlap them.
  size_t (*copy_utf8)(const uint8_t* bytes, size_t size, uint8_t* out);

  // Writes nothing; `written` is how many UTF-16 code units it would be.
  Progress (*measure_utf8)(const uint8_t* bytes, size_t size);

  // `size` code units to UTF-8; `out` has room for three bytes each.
  Progress (*utf16_to_utf8)(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out);

  // UTF-8 all of whose code points are below U+0100 to one byte each: how many, or kNotLatin1 for
  // other bytes. `out` has room for `size`. Null where that is no faster than to UTF-16.
  size_t (*utf8_to_latin1)(const uint8_t* bytes, size_t size, uint8_t* out) = nullptr;
};

// One implementation of each kernel, for one kind of processor.
struct Kernels {
  const char* name;

  // How many of the `size` bytes come before the first that is not ASCII.
  size_t (*ascii_prefix)(const uint8_t* bytes, size_t size);

  // The same, and puts each of those bytes into `out` as a UTF-16 code unit.
  size_t (*widen_ascii)(const uint8_t* bytes, size_t size, char16_t* out);

  // The same, and copies those bytes to `out`, which does not overlap them.
  size_t (*copy_ascii)(const uint8_t* bytes, size_t size, uint8_t* out);

  // Copies all of the bytes to `out`, which does not overlap them and has room for kLargestStep
  // more; whether they are all ASCII.
  bool (*copy)(const uint8_t* bytes, size_t size, uint8_t* out);

  // How many of the `size` code units come before the first that is not ASCII; puts each of those
  // into `out` as a byte.
  size_t (*narrow_ascii)(const char16_t* units, size_t size, uint8_t* out);

  // How many of the `size` code units come before the first surrogate that is no part of a pair
  // among them; copies each of those to `out`, which does not overlap them.
  size_t (*copy_utf16)(const uint8_t* bytes, size_t size, Swapped swapped, uint8_t* out);

  // How many of the `size` bytes come before the first in the range 0x80 to 0x9F.
  size_t (*non_c1_prefix)(const uint8_t* bytes, size_t size);

  UnicodeKernels unicode;
  SingleByteKernels single_byte;
  PairKernels pairs;
  Iso2022JpKernels iso_2022_jp;
};

// The kernels in use: the best that the processor has, or those that the environment variable
// WHATWG_TRANSCODER_KERNELS names, where the processor has them.
extern const Kernels* const kActive;

// All kernels that the processor has, the scalar ones first.
std::span<const Kernels* const> AvailableKernels();

inline size_t AsciiPrefix(const uint8_t* bytes, size_t size) {
  return kActive->ascii_prefix(bytes, size);
}

// Most runs of ASCII in text of other scripts are short, so that sixteen bytes are done in place.

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

// The same with four bits for each of sixteen bytes: there is no move of one bit each.
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

inline bool Copy(const uint8_t* bytes, size_t size, uint8_t* out) {
  return kActive->copy(bytes, size, out);
}

inline size_t NarrowAscii(const char16_t* units, size_t size, uint8_t* out) {
  if (size < 8) return kActive->narrow_ascii(units, size, out);
  const size_t taken = NarrowShortAscii(units, out);
  return taken < 8 ? taken : 8 + kActive->narrow_ascii(units + 8, size - 8, out + 8);
}

inline size_t CopyUtf16(const uint8_t* bytes, size_t size, Swapped swapped, uint8_t* out) {
  return kActive->copy_utf16(bytes, size, swapped, out);
}

inline size_t NonC1Prefix(const uint8_t* bytes, size_t size) {
  return kActive->non_c1_prefix(bytes, size);
}

inline Progress Utf8ToUtf16(const uint8_t* bytes, size_t size, char16_t* out) {
  return kActive->unicode.utf8_to_utf16(bytes, size, out);
}

inline size_t CopyUtf8(const uint8_t* bytes, size_t size, uint8_t* out) {
  return kActive->unicode.copy_utf8(bytes, size, out);
}

inline Progress MeasureUtf8(const uint8_t* bytes, size_t size) {
  return kActive->unicode.measure_utf8(bytes, size);
}

inline bool HasUtf8ToLatin1() { return kActive->unicode.utf8_to_latin1 != nullptr; }

// Not without that kernel.
inline size_t Utf8ToLatin1(const uint8_t* bytes, size_t size, uint8_t* out) {
  return kActive->unicode.utf8_to_latin1(bytes, size, out);
}

inline Progress Utf16ToUtf8(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out) {
  return kActive->unicode.utf16_to_utf8(bytes, size, swapped, out);
}

}  // namespace encoding::simd
