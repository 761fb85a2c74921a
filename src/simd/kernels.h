// The few functions that are worth more than a plain loop. All accept any length and alignment and
// read only their input. All need an output buffer for the most that input of this length can
// become, and may write anywhere in it: what they leave beyond the end that they report is
// unspecified.
// May include base/ and simd/.
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

// A kernel never writes more than this many places (bytes or code units) beyond the end that it
// reports.
inline constexpr size_t kLargestStep = 64;

// What utf8_to_latin1 returns for text that is not Latin-1.
inline constexpr size_t kNotLatin1 = SIZE_MAX;

// Which side of a copy of UTF-16 has the other byte order than the machine.
enum class Swapped : uint8_t { kNeither, kSource, kTarget };

// What the 256 bytes of a single-byte encoding stand for. The entry of a byte that the encoding
// does not use is 0.
struct SingleByteTable {
  const uint16_t* units;  // as UTF-16 code units
  const uint32_t* utf8;   // first byte in the lowest bits, number of bytes in the highest eight
};

// The byte of each code unit in a single-byte encoding, ASCII included: pages[index[unit >> 6] * 64
// + (unit & 63)], which is 0 when the encoding does not contain it. `window` is a multiple of 128
// from U+0100 on: the start of the 128 code units that are most of the text. It matters for speed
// only.
struct SingleByteMap {
  const uint8_t* index;
  const uint8_t* pages;
  char16_t window;

  const uint8_t* Page(size_t unit) const { return pages + size_t{index[unit >> 6]} * 64; }
  uint8_t operator[](char16_t unit) const { return Page(unit)[unit & 63]; }
};

// Each stops before the first byte or code unit for which the table has 0.
struct SingleByteKernels {
  // Decodes to UTF-16; returns how many bytes it has read.
  size_t (*decode)(const SingleByteTable& table, const uint8_t* bytes, size_t size, char16_t* out);

  // Decodes to UTF-8. `out` has room for three bytes for each byte of the input.
  Progress (*decode_utf8)(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                          uint8_t* out);

  // Counts the bytes that decode_utf8 would write, and writes nothing.
  Progress (*count_utf8)(const SingleByteTable& table, const uint8_t* bytes, size_t size);

  // Encodes code units; returns how many it has read.
  size_t (*encode)(const SingleByteMap& map, const char16_t* units, size_t size, uint8_t* out);
};

// The kernels between Unicode encodings. Those that read UTF-8 stop at the first sequence that is
// malformed, as the decoder of the standard sees it, or that the input cuts. Those that read UTF-16
// stop at the first lone surrogate; a leading surrogate at the end of the input counts as lone.
// `swapped` says that the input has the other byte order than the machine.
struct UnicodeKernels {
  // Converts UTF-8 to UTF-16 in the byte order of the machine. `out` has room for `size` code
  // units.
  Progress (*utf8_to_utf16)(const uint8_t* bytes, size_t size, char16_t* out);

  // Copies well-formed UTF-8 to `out`, which does not overlap the input; returns how many bytes
  // that is.
  size_t (*copy_utf8)(const uint8_t* bytes, size_t size, uint8_t* out);

  // Measures well-formed UTF-8 and writes nothing. `written` is its length in UTF-16 code units.
  Progress (*measure_utf8)(const uint8_t* bytes, size_t size);

  // Converts `size` code units to UTF-8. `out` has room for three bytes for each.
  Progress (*utf16_to_utf8)(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out);

  // Converts UTF-8 that contains only U+0000 to U+00FF to one byte for each code point; returns how
  // many, or kNotLatin1 for other input. `out` has room for `size` bytes. Null in sets of kernels
  // in which it would be no faster than the conversion to UTF-16.
  size_t (*utf8_to_latin1)(const uint8_t* bytes, size_t size, uint8_t* out) = nullptr;
};

// A set of kernels: one implementation of each, for one kind of processor.
struct Kernels {
  const char* name;

  // Returns how many bytes come before the first that is not ASCII.
  size_t (*ascii_prefix)(const uint8_t* bytes, size_t size);

  // Converts ASCII bytes to UTF-16, up to the first other byte; returns how many.
  size_t (*widen_ascii)(const uint8_t* bytes, size_t size, char16_t* out);

  // Copies ASCII bytes to `out`, which does not overlap the input, up to the first other byte;
  // returns how many.
  size_t (*copy_ascii)(const uint8_t* bytes, size_t size, uint8_t* out);

  // Copies all of the bytes to `out`, which does not overlap the input and has room for
  // kLargestStep bytes more. Returns whether all are ASCII.
  bool (*copy)(const uint8_t* bytes, size_t size, uint8_t* out);

  // Converts ASCII code units to bytes, up to the first other code unit; returns how many.
  size_t (*narrow_ascii)(const char16_t* units, size_t size, uint8_t* out);

  // Copies `size` code units to `out`, which does not overlap the input, up to the first lone
  // surrogate; returns how many. A leading surrogate at the end of the input counts as lone.
  size_t (*copy_utf16)(const uint8_t* bytes, size_t size, Swapped swapped, uint8_t* out);

  // Returns how many bytes come before the first from 0x80 to 0x9F.
  size_t (*non_c1_prefix)(const uint8_t* bytes, size_t size);

  UnicodeKernels unicode;
  SingleByteKernels single_byte;
  PairKernels pairs;

  // Translates ASCII bytes and pairs of ISO-2022-JP to EUC-JP, in which the same pairs have 0x80
  // added to both bytes. `out` has room for `limit` bytes. Escape sequences between them are
  // skipped. Stops before any other byte, before an escape sequence that follows another one
  // without output between them, and at the limit.
  Progress (*iso_2022_jp_to_euc_jp)(Iso2022JpState& state, const uint8_t* bytes, size_t size,
                                    uint8_t* out, size_t limit);
};

// The set of kernels in use: the best that the processor has, or the one that the environment
// variable WHATWG_TRANSCODER_KERNELS names, if the processor has it.
extern const Kernels* const kActive;

// All sets of kernels that the processor has, the scalar one first.
std::span<const Kernels* const> AvailableKernels();

inline size_t AsciiPrefix(const uint8_t* bytes, size_t size) {
  return kActive->ascii_prefix(bytes, size);
}

// Most runs of ASCII in text of other scripts are short. These functions convert the first sixteen
// bytes, or eight code units, without a call. They read and write all sixteen (or eight), and
// return how many come before the first that is not ASCII.

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

// May only be called when HasUtf8ToLatin1().
inline size_t Utf8ToLatin1(const uint8_t* bytes, size_t size, uint8_t* out) {
  return kActive->unicode.utf8_to_latin1(bytes, size, out);
}

inline Progress Utf16ToUtf8(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out) {
  return kActive->unicode.utf16_to_utf8(bytes, size, swapped, out);
}

}  // namespace encoding::simd
