// The operations that the kernels of unicode-inl.h need from AVX2, and the kernel from UTF-16 to
// UTF-8 for AVX2.
#pragma once

#include <algorithm>
#include <cstring>

#include "../base/load.h"
#include "avx2.h"
#include "lanes.h"
#include "scalar.h"
#include "vector-inl.h"

#if defined(ENCODING_X64)

ENCODING_SET_BEGIN

// Keeps the places of two bytes whose bit is set.
alignas(64) inline constexpr auto kPackUnits = MakeShuffles<256>([](size_t mask, size_t byte) {
  return (mask >> byte / 2 & 1) != 0;
});

// Of four places of four bytes, keeps the third byte of each, the second where the lower four bits
// of the mask have a bit for the place, and the first where the upper four have.
alignas(64) inline constexpr auto kPackUtf8 = MakeShuffles<256>([](size_t mask, size_t byte) {
  const size_t places[4] = {mask >> 4, mask, 0xF, 0};
  return (places[byte % 4] >> byte / 4 & 1) != 0;
});

// Of eight places of two bytes, keeps the second byte of each, and the first where the mask has a
// bit for the place.
alignas(64) inline constexpr auto kPackTwo = MakeShuffles<256>([](size_t mask, size_t byte) {
  return byte % 2 == 1 || (mask >> byte / 2 & 1) != 0;
});

struct U {
  using Block = __m256i;
  using Bits = uint32_t;

  static __m128i Load16(const void* from) {
    return _mm_loadu_si128(static_cast<const __m128i*>(from));
  }
  static void Store16(__m128i block, void* to) {
    _mm_storeu_si128(static_cast<__m128i*>(to), block);
  }

  static Block Repeat(const uint8_t* sixteen) {
    return _mm256_broadcastsi128_si256(Load16(sixteen));
  }
  static Block LoadShort(const uint8_t* bytes, size_t size) {
    uint8_t block[V::kBytes] = {};
    std::memcpy(block, bytes, size);
    return V::Load(block);
  }
  static void StoreShort(Block block, size_t size, uint8_t* out) {
    uint8_t bytes[V::kBytes];
    V::Store(block, bytes);
    std::memcpy(out, bytes, size);
  }
  static void StoreShortWidened(Block block, size_t size, char16_t* out) {
    char16_t units[V::kBytes];
    V::StoreWidened(block, units);
    std::memcpy(out, units, 2 * size);
  }
  static Block Minimum(Block a, Block b) { return _mm256_min_epu8(a, b); }
  static Block Difference(Block a, Block b) { return _mm256_subs_epu8(a, b); }
  static Block Choose(uint8_t bits, Block a, Block b) {
    const Block from_a = V::Fill8(bits);
    return (from_a & a) | (~from_a & b);
  }
  static Block ChooseBytes(Bits bits, Block a, Block b) {
    // Each group of eight bytes gets its eight bits, and each byte tests its own.
    const Block spread = _mm256_shuffle_epi8(
        V::Fill32(bits),
        _mm256_setr_epi64x(0, 0x0101'0101'0101'0101, 0x0202'0202'0202'0202, 0x0303'0303'0303'0303));
    const Block own = _mm256_set1_epi64x(static_cast<int64_t>(0x8040'2010'0804'0201));
    return _mm256_blendv_epi8(b, a, _mm256_cmpeq_epi8(spread & own, own));
  }
  static Block ChooseNonAscii(Block block, Bits, Block a, Block b) {
    return _mm256_blendv_epi8(b, a, block);
  }
  template <int kBytes>
  static Block Before(Block block, Block previous) {
    const Block lanes = _mm256_permute2x128_si256(previous, block, 0x21);
    return _mm256_alignr_epi8(block, lanes, 16 - kBytes);
  }
  static Block LookUp(Block table, Block indexes) { return _mm256_shuffle_epi8(table, indexes); }
  static Bits NonZero(Block block) { return ~Zero(block); }
  static Bits Zero(Block block) { return V::HighBits(_mm256_cmpeq_epi8(block, __m256i{})); }
  template <uint8_t kByte>
  static Bits AtLeast(Block block) {
    return V::HighBits(_mm256_cmpeq_epi8(_mm256_max_epu8(block, V::Fill8(kByte)), block));
  }
  static Bits Continuations(Block block) {
    return V::HighBits(_mm256_cmpgt_epi8(V::Fill8(0xC0), block));
  }

  static void StoreUnits(Block low, Block high, Bits bits, char16_t* out) {
    const Block even = _mm256_unpacklo_epi8(low, high);
    const Block odd = _mm256_unpackhi_epi8(low, high);
    Store16(Packed(V::Half<0>(even), bits), out);
    Store16(Packed(V::Half<0>(odd), bits >> 8), out + CountBits(bits & 0xFF));
    Store16(Packed(V::Half<1>(even), bits >> 16), out + CountBits(bits & 0xFFFF));
    Store16(Packed(V::Half<1>(odd), bits >> 24), out + CountBits(bits & 0xFF'FFFF));
  }
  static void StoreShortUnits(Block low, Block high, Bits bits, char16_t* out) {
    char16_t units[V::kBytes];
    StoreUnits(low, high, bits, units);
    std::memcpy(out, units, 2 * CountBits(bits));
  }

 private:
  static __m128i Packed(__m128i units, Bits bits) {
    return _mm_shuffle_epi8(units, Load16(kPackUnits[bits & 0xFF].data()));
  }
};

// The bits to add to the UTF-8 of a surrogate pair, two of the four bytes for each surrogate; 0
// elsewhere.
inline __m256i PairBytes(__m256i units, __m256i is_leading) {
  const __m256i marks = V::Fill16(0x8080);
  // 11110ppp 10ppzzzz from 110110wwwwzzzzxx, where ppppp is wwww + 1.
  const __m256i leading_bits = _mm256_add_epi16(units & V::Fill16(0x3FF), V::Fill16(0x40));
  const __m256i leading = _mm256_srli_epi16(leading_bits, 8) | V::Fill16(0x70) |
                          (_mm256_slli_epi16(leading_bits, 6) & V::Fill16(0x3F00));
  // 10xxyyyy 10zzzzzz from the xx above and 110111yyyyzzzzzz.
  const __m256i before = U::Before<2>(units, __m256i{});
  const __m256i trailing = (_mm256_slli_epi16(before, 4) & V::Fill16(0x30)) |
                           (_mm256_srli_epi16(units, 6) & V::Fill16(0x0F)) |
                           (_mm256_slli_epi16(units, 8) & V::Fill16(0x3F00));
  return _mm256_blendv_epi8(trailing, leading, is_leading) | marks;
}

// The UTF-8 of eight code units, in two groups of four.
struct Eight {
  __m128i low;
  __m128i high;
  size_t low_size;
  size_t high_size;
};

// Transcodes eight code units. With kHasPairs, `pair_bytes` is the result of PairBytes() for them,
// and `are_surrogates` marks the surrogates.
template <bool kHasPairs>
inline Eight TranscodeEight(__m128i units, __m128i pair_bytes, __m128i are_surrogates) {
  const __m256i values = _mm256_cvtepu16_epi32(units);
  const __m256i from_80 = _mm256_cmpgt_epi32(values, V::Fill32(0x7F));
  __m256i from_800 = _mm256_cmpgt_epi32(values, V::Fill32(0x7FF));
  // Makes three bytes of each code unit. Two bytes are the last two of these with another mark, and
  // one byte is the last of them.
  __m256i utf8 = _mm256_srli_epi32(values, 12) | V::Fill32(0x80'80E0) |
                 (_mm256_slli_epi32(values, 2) & V::Fill32(0x3F00)) |
                 (_mm256_slli_epi32(values, 16) & V::Fill32(0x3F'0000));
  utf8 = utf8 | (~from_800 & V::Fill32(0x4000));
  utf8 = _mm256_blendv_epi8(_mm256_slli_epi32(values, 16), utf8, from_80);
  if constexpr (kHasPairs) {
    const __m256i have_two = _mm256_cvtepi16_epi32(are_surrogates);
    const __m256i two = _mm256_slli_epi32(_mm256_cvtepu16_epi32(pair_bytes), 8);
    utf8 = _mm256_blendv_epi8(utf8, two, have_two);
    from_800 = ~have_two & from_800;
  }
  const auto second = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(from_80)));
  const auto first = static_cast<uint32_t>(_mm256_movemask_ps(_mm256_castsi256_ps(from_800)));
  const uint32_t low = (second & 0xF) | (first & 0xF) << 4;
  const uint32_t high = second >> 4 | (first & 0xF0);
  return {_mm_shuffle_epi8(V::Half<0>(utf8), U::Load16(kPackUtf8[low].data())),
          _mm_shuffle_epi8(V::Half<1>(utf8), U::Load16(kPackUtf8[high].data())), 4 + CountBits(low),
          4 + CountBits(high)};
}

// Stores eight code units. May write up to four bytes more than three for each code unit.
inline uint8_t* StoreEight(const Eight& eight, uint8_t* out) {
  U::Store16(eight.low, out);
  U::Store16(eight.high, out + eight.low_size);
  return out + eight.low_size + eight.high_size;
}

// Transcodes sixteen code units below U+0800, and writes at most two bytes for each.
inline uint8_t* TranscodeTwo(__m256i units, uint8_t* out) {
  const __m256i from_80 = _mm256_cmpgt_epi16(units, V::Fill16(0x7F));
  const __m256i last = _mm256_slli_epi16(units, 8);
  const __m256i two = _mm256_srli_epi16(units, 6) | V::Fill16(0x80C0) | (last & V::Fill16(0x3F00));
  const __m256i utf8 = _mm256_blendv_epi8(last, two, from_80);
  const __m128i bytes = _mm_packs_epi16(V::Half<0>(from_80), V::Half<1>(from_80));
  const auto bits = static_cast<uint32_t>(_mm_movemask_epi8(bytes));
  U::Store16(_mm_shuffle_epi8(V::Half<0>(utf8), U::Load16(kPackTwo[bits & 0xFF].data())), out);
  out += 8 + CountBits(bits & 0xFF);
  U::Store16(_mm_shuffle_epi8(V::Half<1>(utf8), U::Load16(kPackTwo[bits >> 8].data())), out);
  return out + 8 + CountBits(bits >> 8);
}

// Transcodes sixteen code units without surrogates. May write up to four bytes more than three for
// each.
inline uint8_t* TranscodeBmp(__m256i units, uint8_t* out) {
  if (_mm256_testz_si256(units, V::Fill16(0xF800))) {
    return TranscodeTwo(units, out);
  }
  const __m128i low = V::Half<0>(units);
  const __m128i high = V::Half<1>(units);
  out = StoreEight(TranscodeEight<false>(low, low, low), out);
  return StoreEight(TranscodeEight<false>(high, high, high), out);
}

// Transcodes sixteen code units with surrogates, up to the first lone one.
inline Progress TranscodePairs(__m256i units, uint32_t surrogates, uint8_t* out) {
  constexpr size_t kUnits = V::kBytes / 2;
  const uint32_t leading = LeadingSurrogates(units);
  const size_t read = BeforeLoneSurrogate(leading, surrogates & ~leading, kUnits);
  if (read < kUnits - 1) {
    // Nothing is read after a lone surrogate.
    return scalar::Utf16ToUtf8(reinterpret_cast<const uint8_t*>(&units), read, false, out);
  }
  const __m256i top = units & V::Fill16(0xFC00);
  const __m256i are_leading = _mm256_cmpeq_epi16(top, V::Fill16(0xD800));
  const __m256i are_trailing = _mm256_cmpeq_epi16(top, V::Fill16(0xDC00));
  const __m256i are_surrogates = are_leading | are_trailing;
  const __m256i pair_bytes = PairBytes(units, are_leading);
  uint8_t* next = StoreEight(
      TranscodeEight<true>(V::Half<0>(units), V::Half<0>(pair_bytes), V::Half<0>(are_surrogates)),
      out);
  next = StoreEight(
      TranscodeEight<true>(V::Half<1>(units), V::Half<1>(pair_bytes), V::Half<1>(are_surrogates)),
      next);
  // A leading surrogate at the end, whose other half is not here, has become two bytes, which do
  // not count.
  return {read, static_cast<size_t>(next - out) - 2 * (kUnits - read)};
}

inline bool AreAscii(__m256i units) { return _mm256_testz_si256(units, V::Fill16(0xFF80)); }

inline Progress Utf16ToUtf8(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out) {
  constexpr size_t kUnits = V::kBytes / 2;
  size_t at = 0;
  uint8_t* next = out;
  // Two code units more have room for what the last store may write.
  while (size - at >= kUnits + 2) {
    __m256i units = V::Load(bytes + 2 * at);
    if (swapped) units = V::Swap(units);
    if (AreAscii(units)) {
      V::StoreNarrowed(units, next);
      at += kUnits;
      next += kUnits;
      continue;
    }
    const uint32_t surrogates = Surrogates(units);
    if (surrogates == 0) {
      next = TranscodeBmp(units, next);
      at += kUnits;
      continue;
    }
    const Progress step = TranscodePairs(units, surrogates, next);
    at += step.read;
    next += step.written;
    // A step may leave its last code unit unread, because that is the first half of a surrogate
    // pair. A step that leaves more than one unread has stopped at a lone surrogate.
    if (step.read < kUnits - 1) return ProgressTo(at, out, next);
  }
  const Progress rest = scalar::Utf16ToUtf8(bytes + 2 * at, size - at, swapped, next);
  return {at + rest.read, static_cast<size_t>(next - out) + rest.written};
}

ENCODING_SET_END

#endif
