// The kernels of pairs.h with AVX-512. They decode 64 bytes at a time, without a branch that
// depends on how ASCII and pairs mix.
#pragma once

#include <algorithm>

#include "avx512.h"
#include "lanes.h"
#include "scalar.h"
#include "unicode_avx512-inl.h"

#if defined(ENCODING_X64)

ENCODING_SET_BEGIN

// The place of the set bit that has `count` set bits below it.
inline size_t PlaceOf(uint64_t bits, size_t count) {
  for (; count > 0; --count) bits &= bits - 1;
  return LowestBit(bits);
}

// Looks up eight entries of a table, after which two more bytes can be read. Plain loads are faster
// than a gather.
template <typename Entry>
[[gnu::always_inline]] inline __m128i LookUpEight(const Entry* table, __m128i places) {
  static_assert(sizeof(Entry) == 2);
  const auto low = static_cast<uint64_t>(_mm_cvtsi128_si64(places));
  const auto high = static_cast<uint64_t>(_mm_extract_epi64(places, 1));
  // The entry at a place and, in the higher bits, the entry after it.
  const auto load = [table](uint64_t place) { return _mm_loadu_si32(table + (place & 0xFFFF)); };
  const __m128i a = _mm_unpacklo_epi16(load(low), load(low >> 16));
  const __m128i b = _mm_unpacklo_epi16(load(low >> 32), load(low >> 48));
  const __m128i c = _mm_unpacklo_epi16(load(high), load(high >> 16));
  const __m128i d = _mm_unpacklo_epi16(load(high >> 32), load(high >> 48));
  return _mm_unpacklo_epi64(_mm_unpacklo_epi32(a, b), _mm_unpacklo_epi32(c, d));
}

// Looks up the entries of a table at sixteen places, or at the first eight of them when `count` is
// at most eight.
template <typename Entry>
[[gnu::always_inline]] inline __m256i LookUpSixteen(const Entry* table, __m128i low, __m128i high) {
  return _mm256_inserti128_si256(_mm256_castsi128_si256(LookUpEight(table, low)),
                                 LookUpEight(table, high), 1);
}

template <int kPart>
__m128i Part(__m512i vector) {
  return _mm512_maskz_extracti32x4_epi32(0xF, vector, kPart);
}

// Where characters begin and end in a block of bytes, with one bit for each byte.
struct PairBlock {
  __m512i bytes;
  uint64_t leading;    // the first bytes of pairs
  uint64_t trailing;   // the second bytes
  uint64_t last;       // the last byte of each character, for pairs the second
  uint64_t looked_up;  // those of `last` whose character is not ASCII

  size_t count() const { return CountBits(last); }
};

// A byte that may lead does so unless the byte before it does. So in a run of such bytes the first
// leads, and then every other one; after a run of odd length comes the trailing byte of its last
// byte.
//
// The arithmetic finds them without a loop. It starts from a number with a bit at each odd place,
// and at each byte after one that may lead. Subtracting the bits of the bytes that may lead borrows
// through each run from its first byte on. Then all leading bytes of a run differ in the same way
// from the pattern of the odd places, whether the run begins at an odd or at an even place.
inline PairBlock Classify(const PairTable& table, __m512i bytes, uint64_t high, uint64_t valid) {
  constexpr uint64_t kOdd = 0xAAAA'AAAA'AAAA'AAAA;
  const __m512i above = _mm512_sub_epi8(bytes, V::Fill8(table.first_single));
  const __m512i width = V::Fill8(table.last_single - table.first_single);
  const uint64_t may_lead = high & ~uint64_t{_mm512_cmple_epu8_mask(above, width)};
  const uint64_t ends = (((may_lead << 1) | kOdd) - may_lead) ^ kOdd;
  PairBlock block;
  block.bytes = bytes;
  block.leading = ends & may_lead;
  block.trailing = ends ^ may_lead;
  block.last = valid & ~block.leading;
  block.looked_up = block.last & (block.trailing | high);
  return block;
}

// The first 32 code units, and the 32 after them.
struct PairUnits {
  __m512i low;
  __m512i high;
  uint64_t odd;  // one bit for each looked-up character that is not in the table
};

inline PairUnits LookUpUnits(const PairTable& table, const PairBlock& block) {
  static constexpr Positions kBefore([](size_t i) { return (i + 63) % 64; });
  // For each character to look up: its first byte, or 0 where a byte stands alone, and its second
  // byte.
  const __m512i first =
      Compress(block.looked_up,
               _mm512_maskz_permutexvar_epi8(block.trailing, V::Load(kBefore.from), block.bytes));
  const __m512i second = Compress(block.looked_up, block.bytes);
  // Unpacking puts the first eight of each sixteen bytes into one vector, and the others into the
  // other.
  const __m512i at = _mm512_unpacklo_epi8(first, second);
  const __m512i next = _mm512_unpackhi_epi8(first, second);
  const auto size = CountBits(block.looked_up);
  __m512i found = _mm512_castsi256_si512(LookUpSixteen(table.units, Part<0>(at), Part<0>(next)));
  if (size > 16) {
    found = _mm512_maskz_inserti64x4(0xFF, found,
                                     LookUpSixteen(table.units, Part<1>(at), Part<1>(next)), 1);
  }
  uint64_t odd = _mm512_testn_epi16_mask(found, found);
  __m512i more = __m512i{};
  if (size > 32) {
    more = _mm512_castsi256_si512(LookUpSixteen(table.units, Part<2>(at), Part<2>(next)));
    more = _mm512_maskz_inserti64x4(0xFF, more,
                                    LookUpSixteen(table.units, Part<3>(at), Part<3>(next)), 1);
    odd |= uint64_t{_mm512_testn_epi16_mask(more, more)} << 32;
  }
  // The last bytes of all characters, in which those to look up are marked. Then ASCII is widened,
  // and the entries found replace the others.
  const __m512i marked = _mm512_mask_mov_epi8(block.bytes, block.looked_up, V::Fill8(0x80));
  const __m512i characters = Compress(block.last, marked);
  const uint64_t places = _mm512_movepi8_mask(characters);
  PairUnits units;
  units.odd = odd & LowBits(size);
  units.low = _mm512_mask_expand_epi16(_mm512_cvtepu8_epi16(V::Half<0>(characters)),
                                       static_cast<__mmask32>(places), found);
  // The numbers 0 to 31, of two bytes each.
  static constexpr Positions kUnitNumbers([](size_t i) { return i % 2 == 0 ? i / 2 : 0; });
  const __m512i shift = _mm512_add_epi16(V::Fill16(CountBits(static_cast<uint32_t>(places))),
                                         V::Load(kUnitNumbers.from));
  units.high = _mm512_mask_expand_epi16(_mm512_cvtepu8_epi16(V::Half<1>(characters)),
                                        static_cast<__mmask32>(places >> 32),
                                        _mm512_permutex2var_epi16(found, shift, more));
  return units;
}

// Where the first looked-up character with a bit in `odd` begins.
inline size_t OddAt(const PairBlock& block, uint64_t odd) {
  const size_t at = PlaceOf(block.looked_up, LowestBit(odd));
  return at - (block.trailing >> at & 1);
}

// Decodes a block. Where the table does not have one of its characters, decodes what comes before,
// moves `at` there and returns false.
template <bool kIsWhole, typename Out>
[[gnu::always_inline]] inline bool DecodePairBlock(const PairTable& table, const PairBlock& block,
                                                   Out& out, size_t& at) {
  const PairUnits units = LookUpUnits(table, block);
  if (units.odd == 0) {
    out.template Put<kIsWhole>(units, block.count());
    return true;
  }
  const size_t odd_at = OddAt(block, units.odd);
  out.template Put<false>(units, CountBits(block.last & LowBits(odd_at)));
  at += odd_at;
  return false;
}

// Decodes all blocks. `Out` writes the result: PutAscii() takes up to 64 bytes of ASCII, Put() up
// to 64 code units. When they come from a whole block, there is room for 64.
template <typename Out>
[[gnu::always_inline]] inline size_t DecodePairBlocks(const PairTable& table, const uint8_t* bytes,
                                                      size_t size, Out& out) {
  size_t at = 0;
  PairBlock block;
  // Where a block cuts a pair, the next block begins with that pair. The masks of a block tell
  // where the next begins, so the masks of the next block are made before the long work on this
  // one.
  const auto load = [&](size_t from) {
    const __m512i block_bytes = V::Load(bytes + from);
    Prefetch(bytes + from);
    block = Classify(table, block_bytes, V::HighBits(block_bytes), ~uint64_t{0});
  };
  while (size - at >= 64) {
    const __m512i first = V::Load(bytes + at);
    if (V::HighBits(first) == 0) {
      out.template PutAscii<true>(first, 64);
      at += 64;
      continue;
    }
    load(at);
    for (bool goes_on = true; goes_on;) {
      const PairBlock current = block;
      const size_t next = at + 64 - (current.leading >> 63);
      goes_on = size - next >= 64 && V::HighBits(V::Load(bytes + next)) != 0;
      if (goes_on) load(next);
      if (!DecodePairBlock<true>(table, current, out, at)) return at;
      at = next;
    }
  }
  // The rest is shorter than a block.
  if (at == size) return at;
  const uint64_t valid = LowBits(size - at);
  const __m512i rest = _mm512_maskz_loadu_epi8(valid, bytes + at);
  const uint64_t high = V::HighBits(rest);
  if (high == 0) {
    out.template PutAscii<false>(rest, size - at);
    return size;
  }
  block = Classify(table, rest, high, valid);
  if (!DecodePairBlock<false>(table, block, out, at)) return at;
  return size - (block.leading >> (size - at - 1) & 1);
}

struct Utf16Out {
  char16_t* next;

  template <bool kIsWhole>
  void PutAscii(__m512i bytes, size_t count) {
    Put<kIsWhole>(
        {_mm512_cvtepu8_epi16(V::Half<0>(bytes)), _mm512_cvtepu8_epi16(V::Half<1>(bytes)), 0},
        count);
  }
  template <bool kIsWhole>
  void Put(const PairUnits& units, size_t count) {
    if constexpr (kIsWhole) {
      V::Store(units.low, next);
      V::Store(units.high, next + 32);
    } else {
      const uint64_t stored = LowBits(count);
      _mm512_mask_storeu_epi16(next, static_cast<__mmask32>(stored), units.low);
      _mm512_mask_storeu_epi16(next + 32, static_cast<__mmask32>(stored >> 32), units.high);
    }
    next += count;
  }
};

// Collects code units before it converts them to UTF-8. A block takes long from start to end, and
// the processor works on more of them at once when they do not end in a conversion.
struct Utf8Out {
  static constexpr size_t kBufferUnits = 512;

  uint8_t* next;
  size_t gathered = 0;
  alignas(64) char16_t units[kBufferUnits + 64];

  template <bool kIsWhole>
  void PutAscii(__m512i bytes, size_t count) {
    Flush();
    if constexpr (kIsWhole) {
      V::Store(bytes, next);
    } else {
      _mm512_mask_storeu_epi8(next, LowBits(count), bytes);
    }
    next += count;
  }
  template <bool kIsWhole>
  void Put(const PairUnits& some, size_t count) {
    V::Store(some.low, units + gathered);
    V::Store(some.high, units + gathered + 32);
    gathered += count;
    if (gathered > kBufferUnits) Flush();
  }
  void Flush() {
    size_t at = 0;
    for (; at + kMinUnitsForWholeStores <= gathered; at += 32) {
      next = PutUnits<false>(V::Load(units + at), 32);
    }
    for (; at < gathered; at += 32) {
      const size_t count = std::min<size_t>(gathered - at, 32);
      const auto* const rest = reinterpret_cast<const uint8_t*>(units + at);
      next = PutUnits<true>(U::LoadShort(rest, 2 * count), count);
    }
    gathered = 0;
  }
  template <bool kIsShort>
  uint8_t* PutUnits(__m512i some, size_t count) {
    return PutThree<kIsShort>(some, V::NonAscii(some), From800(some), count, next);
  }
};

// In bytes: for shorter input, plain steps take less time than one block.
inline constexpr size_t kMinPairBlockBytes = 40;

inline Progress DecodePairs(const PairTable& table, const uint8_t* bytes, size_t size,
                            char16_t* out) {
  if (size < kMinPairBlockBytes) return scalar::DecodePairs(table, bytes, size, out);
  Utf16Out units{out};
  const size_t read = DecodePairBlocks(table, bytes, size, units);
  return ProgressTo(read, out, units.next);
}

inline Progress DecodePairsUtf8(const PairTable& table, const uint8_t* bytes, size_t size,
                                uint8_t* out) {
  if (size < kMinPairBlockBytes) return scalar::DecodePairsUtf8(table, bytes, size, out);
  Utf8Out utf8;
  utf8.next = out;
  const size_t read = DecodePairBlocks(table, bytes, size, utf8);
  utf8.Flush();
  return ProgressTo(read, out, utf8.next);
}

// With blocks of 64 bytes, encoding pairs would be hardly faster than it is with AVX2.
inline Progress EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size,
                            uint8_t* out) {
  return kAvx2.pairs.encode(table, units, size, out);
}

inline constexpr PairKernels kPairs = {DecodePairs, DecodePairsUtf8, EncodePairs};

ENCODING_SET_END

#endif
