// The operations that the kernels of unicode-inl.h need from AVX-512, and the kernel from UTF-16 to
// UTF-8 for AVX-512.
#pragma once

#include <algorithm>

#include "avx512.h"
#include "lanes.h"
#include "scalar.h"

#if defined(ENCODING_X64)

ENCODING_SET_BEGIN

struct U {
  using Block = __m512i;
  using Bits = uint64_t;

  static Block Repeat(const uint8_t* sixteen) {
    return _mm512_maskz_broadcast_i32x4(0xFFFF,
                                        _mm_loadu_si128(reinterpret_cast<const __m128i*>(sixteen)));
  }
  // The lowest `count` bits, at most 64. LowBits() would cost a quarter of the speed of UTF-8 to
  // UTF-16.
  static Bits First(size_t count) { return count == 0 ? 0 : ~Bits{0} >> (64 - count); }
  static Block LoadShort(const uint8_t* bytes, size_t size) {
    return _mm512_maskz_loadu_epi8(First(size), bytes);
  }
  static void StoreShort(Block block, size_t size, uint8_t* out) {
    _mm512_mask_storeu_epi8(out, First(size), block);
  }
  static void StoreShortWidened(Block block, size_t size, char16_t* out) {
    const Bits units = First(size);
    _mm512_mask_storeu_epi16(out, static_cast<uint32_t>(units),
                             _mm512_maskz_cvtepu8_epi16(~0u, V::Half<0>(block)));
    if (units >> 32 == 0) return;
    _mm512_mask_storeu_epi16(out + 32, static_cast<uint32_t>(units >> 32),
                             _mm512_maskz_cvtepu8_epi16(~0u, V::Half<1>(block)));
  }
  static Block Minimum(Block a, Block b) { return _mm512_min_epu8(a, b); }
  static Block Difference(Block a, Block b) { return _mm512_subs_epu8(a, b); }
  static Block Choose(uint8_t bits, Block a, Block b) {
    return _mm512_ternarylogic_epi64(V::Fill8(bits), a, b, 0xCA);
  }
  static Block ChooseBytes(Bits bits, Block a, Block b) {
    return _mm512_mask_blend_epi8(bits, b, a);
  }
  static Block ChooseNonAscii(Block, Bits bits, Block a, Block b) {
    return ChooseBytes(bits, a, b);
  }
  template <int kBytes>
  static Block Before(Block block, Block previous) {
    // For each four bytes, the four before them.
    const Block lanes = _mm512_maskz_alignr_epi64(0xFF, block, previous, 6);
    return _mm512_alignr_epi8(block, lanes, 16 - kBytes);
  }
  static Block LookUp(Block table, Block indexes) { return _mm512_shuffle_epi8(table, indexes); }
  static Bits NonZero(Block block) { return _mm512_test_epi8_mask(block, block); }
  static Bits Zero(Block block) { return _mm512_testn_epi8_mask(block, block); }
  template <uint8_t kByte>
  static Bits AtLeast(Block block) {
    return _mm512_cmpge_epu8_mask(block, V::Fill8(kByte));
  }
  static Bits Continuations(Block block) { return _mm512_cmplt_epi8_mask(block, V::Fill8(0xC0)); }

  static void StoreUnits(Block low, Block high, Bits bits, char16_t* out) {
    low = Compress(bits, low);
    high = Compress(bits, high);
    V::Store(Interleaved<0>(low, high), out);
    V::Store(Interleaved<32>(low, high), out + 32);
  }
  static void StoreShortUnits(Block low, Block high, Bits bits, char16_t* out) {
    low = Compress(bits, low);
    high = Compress(bits, high);
    const uint64_t units = First(CountBits(bits));
    _mm512_mask_storeu_epi16(out, static_cast<uint32_t>(units), Interleaved<0>(low, high));
    if (units >> 32 == 0) return;
    _mm512_mask_storeu_epi16(out + 32, static_cast<uint32_t>(units >> 32),
                             Interleaved<32>(low, high));
  }

 private:
  // The code units of 32 bytes of each vector, beginning with byte kFirst.
  template <size_t kFirst>
  static Block Interleaved(Block low, Block high) {
    static constexpr Positions kFrom([](size_t i) { return kFirst + i / 2 + i % 2 * 64; });
    return _mm512_permutex2var_epi8(low, V::Load(kFrom.from), high);
  }
};

// A mask that keeps everything: g++ 12 warns about its own header for the instructions without a
// mask.
inline constexpr uint64_t kAllBytes = ~uint64_t{0};

// Where the bits begin from which the bytes of UTF-8 are made, in two values of 32 bits each: first
// for up to three bytes, then for four.
inline constexpr Positions kThreeFrom([](size_t i) {
  return i % 8 / 4 * 32 + (i % 4 == 3 ? 24 : 12 - i % 4 * 6);
});
inline constexpr Positions kFourFrom([](size_t i) { return i % 8 / 4 * 32 + 18 - i % 4 * 6; });

// The UTF-8 of sixteen scalar values of 32 bits each. `four` marks those above U+FFFF and `none`
// those that become nothing. `bytes` becomes the mask of the bytes that were kept.
inline __m512i Utf8Bytes(__m512i values, __mmask16 four, __mmask16 none, uint64_t& bytes) {
  const __mmask16 from_80 = _mm512_cmpge_epu32_mask(values, V::Fill32(0x80));
  const __mmask16 from_800 = _mm512_cmpge_epu32_mask(values, V::Fill32(0x800));
  // Makes three bytes of each value. Two bytes are the last two of these with another mark, and one
  // byte is the last of them.
  __m512i utf8 = _mm512_ternarylogic_epi32(
      _mm512_maskz_multishift_epi64_epi8(kAllBytes, V::Load(kThreeFrom.from), values),
      V::Fill32(0x003F'3F0F), V::Fill32(0x0080'80E0), 0xEA);
  utf8 = _mm512_mask_or_epi32(utf8, static_cast<__mmask16>(~from_800), utf8, V::Fill32(0x4000));
  utf8 = _mm512_mask_slli_epi32(utf8, static_cast<__mmask16>(~from_80), values, 16);
  __m512i kept = _mm512_mask_mov_epi32(V::Fill32(0x0080'0000), from_80, V::Fill32(0x0080'8000));
  kept = _mm512_mask_mov_epi32(kept, from_800, V::Fill32(0x0080'8080));
  const __m512i utf8_four = _mm512_ternarylogic_epi32(
      _mm512_maskz_multishift_epi64_epi8(kAllBytes, V::Load(kFourFrom.from), values),
      V::Fill32(0x3F3F'3F07), V::Fill32(0x8080'80F0), 0xEA);
  utf8 = _mm512_mask_mov_epi32(utf8, four, utf8_four);
  kept = _mm512_mask_mov_epi32(kept, four, V::Fill32(0x8080'8080));
  kept = _mm512_mask_mov_epi32(kept, none, __m512i{});
  bytes = _mm512_movepi8_mask(kept);
  return Compress(bytes, utf8);
}

// Stores the bytes in `kept`, of which the last `padding` will be overwritten; returns where the
// next byte goes. kIsShort says that there is no room for more than the others.
template <bool kIsShort>
inline uint8_t* StoreBytes(__m512i utf8, uint64_t kept, size_t padding, uint8_t* out) {
  const size_t count = CountBits(kept) - padding;
  if constexpr (kIsShort) {
    U::StoreShort(utf8, count, out);
  } else {
    V::Store(utf8, out);
  }
  return out + count;
}

// The code units of both vectors in turn, sixteen of each from kFirst on.
template <size_t kFirst>
inline __m512i InTurn(__m512i a, __m512i b) {
  static constexpr Positions kFrom(
      [](size_t i) { return i % 2 == 1 ? 0 : kFirst + i / 4 + (i % 4 == 2 ? 32 : 0); });
  return _mm512_permutex2var_epi16(a, V::Load(kFrom.from), b);
}

// With this many code units left, there is room for everything that two whole stores may write: 48
// bytes of the first and 64 of the second.
inline constexpr size_t kMinUnitsForWholeStores = (48 + 64 + 2) / 3;

inline __mmask32 From800(__m512i units) { return _mm512_test_epi16_mask(units, V::Fill16(0xF800)); }

// The next three functions write the UTF-8 of up to 32 code units. `size` is the number of code
// units; those beyond are 0. kIsShort says that there is room only for the bytes that are written.
// `from_80` marks the units from U+0080 on. Each code unit is first made into its last bytes, of
// which ASCII has one.

// Writes code units below U+0800; returns where the next byte goes.
template <bool kIsShort>
inline uint8_t* PutTwo(__m512i units, __mmask32 from_80, size_t size, uint8_t* out) {
  const __m512i last = _mm512_slli_epi16(units, 8);
  const __m512i two =
      _mm512_ternarylogic_epi32(V::Fill16(0x3F00), last, _mm512_srli_epi16(units, 6), 0xCA) |
      V::Fill16(0x80C0);
  const __m512i utf8 = _mm512_mask_mov_epi16(last, from_80, two);
  const uint64_t kept =
      _mm512_movepi8_mask(_mm512_mask_mov_epi16(V::Fill16(0x8000), from_80, V::Fill16(0x8080)));
  return StoreBytes<kIsShort>(Compress(kept, utf8), kept, 32 - size, out);
}

// Writes code units without surrogates; returns where the next byte goes. `from_800` marks the
// units from U+0800 on.
template <bool kIsShort>
inline uint8_t* PutThree(__m512i units, __mmask32 from_80, __mmask32 from_800, size_t size,
                         uint8_t* out) {
  const __m512i last = _mm512_slli_epi16(units, 8);
  const __m512i both =
      _mm512_ternarylogic_epi32(V::Fill16(0x3F00), last, _mm512_srli_epi16(units, 6), 0xCA);
  __m512i two = _mm512_ternarylogic_epi32(both, V::Fill16(0x3F3F), V::Fill16(0x8080), 0xEA);
  two = _mm512_mask_add_epi16(two, ~from_800, two, V::Fill16(0x40));
  two = _mm512_mask_mov_epi16(last, from_80, two);
  const __m512i first = _mm512_maskz_mov_epi16(
      from_800, _mm512_ternarylogic_epi32(_mm512_srli_epi16(units, 4), V::Fill16(0x0F00),
                                          V::Fill16(0xE000), 0xEA));
  // The highest bit is set in all bytes except ASCII and those that are not written, which are 0.
  const __m512i last_of_three = V::Fill32(0x8000'0000);
  const __m512i low = InTurn<0>(first, two);
  uint64_t kept = _mm512_movepi8_mask(low | last_of_three);
  uint8_t* const next =
      StoreBytes<kIsShort>(Compress(kept, low), kept, size < 16 ? 16 - size : 0, out);
  if (kIsShort && size <= 16) return next;
  const __m512i high = InTurn<16>(first, two);
  kept = _mm512_movepi8_mask(high | last_of_three);
  return StoreBytes<kIsShort>(Compress(kept, high), kept, 32 - size, next);
}

// Writes any code units, up to the first lone surrogate.
template <bool kIsShort>
inline Progress TranscodeUtf16(__m512i units, size_t size, uint8_t* out) {
  const __mmask32 from_80 = V::NonAscii(units);
  const __mmask32 from_800 = From800(units);
  const auto up_to = [&](const uint8_t* end) { return ProgressTo(size, out, end); };
  if (from_800 == 0) return up_to(PutTwo<kIsShort>(units, from_80, size, out));
  const __m512i top = units & V::Fill16(0xFC00);
  const uint32_t leading = _mm512_cmpeq_epi16_mask(top, V::Fill16(0xD800));
  const uint32_t trailing = _mm512_cmpeq_epi16_mask(top, V::Fill16(0xDC00));
  if ((leading | trailing) == 0) {
    return up_to(PutThree<kIsShort>(units, from_80, from_800, size, out));
  }
  const __m512i low = _mm512_maskz_cvtepu16_epi32(0xFFFF, V::Half<0>(units));
  const __m512i high = _mm512_maskz_cvtepu16_epi32(0xFFFF, V::Half<1>(units));
  uint8_t* next = out;
  uint64_t kept;
  const size_t read = BeforeLoneSurrogate(leading, trailing, size);
  const uint32_t none = trailing | ~static_cast<uint32_t>(U::First(read));
  for (int i = 0; i < 2; ++i) {
    const __m512i half = i == 0 ? low : high;
    const __m512i after = i == 0 ? high : __m512i{};
    const __m512i trailing_values = _mm512_maskz_alignr_epi32(0xFFFF, after, half, 1);
    const auto pairs = static_cast<__mmask16>(leading >> 16 * i);
    // The arithmetic of FromSurrogates().
    const __m512i values = _mm512_mask_add_epi32(
        half, pairs, _mm512_maskz_slli_epi32(0xFFFF, half, 10),
        _mm512_add_epi32(trailing_values, V::Fill32(0x10000 - (0xD800 << 10) - 0xDC00)));
    const __m512i utf8 = Utf8Bytes(values, pairs, static_cast<__mmask16>(none >> 16 * i), kept);
    next = StoreBytes<kIsShort>(utf8, kept, 0, next);
  }
  return ProgressTo(read, out, next);
}

inline Progress Utf16ToUtf8(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out) {
  constexpr size_t kUnits = V::kBytes / 2;
  size_t at = 0;
  uint8_t* next = out;
  while (size - at >= kMinUnitsForWholeStores) {
    __m512i units = V::Load(bytes + 2 * at);
    if (swapped) units = V::Swap(units);
    if (V::NonAscii(units) == 0) {
      V::StoreNarrowed(units, next);
      at += kUnits;
      next += kUnits;
      continue;
    }
    const Progress step = TranscodeUtf16<false>(units, kUnits, next);
    at += step.read;
    next += step.written;
    // A step may leave its last code unit unread, because that is the first half of a surrogate
    // pair. A step that leaves more than one unread has stopped at a lone surrogate.
    if (step.read < kUnits - 1) return ProgressTo(at, out, next);
  }
  while (at < size) {
    const size_t count = std::min(size - at, kUnits);
    __m512i units = U::LoadShort(bytes + 2 * at, 2 * count);
    if (swapped) units = V::Swap(units);
    if (V::NonAscii(units) == 0) {
      _mm256_mask_storeu_epi8(next, static_cast<uint32_t>(U::First(count)),
                              _mm512_maskz_cvtepi16_epi8(~0u, units));
      at += count;
      next += count;
      continue;
    }
    const Progress step = TranscodeUtf16<true>(units, count, next);
    at += step.read;
    next += step.written;
    if (step.read < std::min(count, kUnits - 1)) break;
  }
  return ProgressTo(at, out, next);
}

ENCODING_SET_END

#endif
