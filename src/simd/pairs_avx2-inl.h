// The kernels of pairs.h with AVX2. They decode 32 bytes at a time, without a branch that depends
// on how ASCII and pairs mix.
#pragma once

#include <algorithm>
#include <array>

#include "../base/utf8.h"
#include "avx2.h"
#include "lanes.h"
#include "scalar.h"
#include "unicode_avx2-inl.h"

#if defined(ENCODING_X64)

ENCODING_SET_BEGIN

// For eight two-byte lanes, each of a byte and the byte after it: moves the lanes that are pairs to
// the front. The mask is that of MakeMergeUnits().
alignas(64) inline constexpr auto kKeepPairs = MakeShuffles<512>([](size_t mask, size_t byte) {
  return (mask >> (byte / 2 + 1) & 1) != 0;
});
// A place without a pair looks up the entry at 0, which is in every table. A block of which an
// entry is not in the table is decoded by the scalar kernel, in four times the time.
static_assert(kKeepPairs[0][0] == 0x80);

// For eight two-byte lanes: removes the second byte of the lanes that have no bit in the mask.
alignas(64) inline constexpr auto kKeepSecondBytes = MakeShuffles<256>([](size_t mask,
                                                                          size_t byte) {
  return byte % 2 == 0 || (mask >> byte / 2 & 1) != 0;
});

// For sixteen bytes, of which the first eight are four code units and the others eight bytes of
// text: makes the code units of the text. A byte that leads a pair becomes the next of the four
// units, a byte that trails becomes nothing, and any other byte becomes itself. The mask has a bit
// for each byte that trails, and one for the byte after the eight; the byte before each of them
// leads.
constexpr std::array<std::array<uint8_t, 16>, 512> MakeMergeUnits() {
  constexpr uint8_t kNoByte = 0x80;
  std::array<std::array<uint8_t, 16>, 512> shuffles{};
  for (size_t mask = 0; mask < 512; ++mask) {
    size_t next = 0;
    uint8_t unit = 0;
    for (uint8_t byte = 0; byte < 8; ++byte) {
      if (mask >> byte & 1) continue;
      const bool leads = (mask >> (byte + 1) & 1) != 0 && unit < 4;
      shuffles[mask][next++] = static_cast<uint8_t>(leads ? 2 * unit : 8 + byte);
      shuffles[mask][next++] = leads ? static_cast<uint8_t>(2 * unit + 1) : kNoByte;
      if (leads) ++unit;
    }
  }
  return shuffles;
}
alignas(64) inline constexpr auto kMergeUnits = MakeMergeUnits();

// Looks up eight entries of a table.
template <typename Entry, typename Place>
[[gnu::always_inline]] inline __m128i LookUpEight(const Entry* table, const Place* places) {
  __m128i entries = _mm_cvtsi32_si128(table[places[0]]);
  entries = _mm_insert_epi16(entries, table[places[1]], 1);
  entries = _mm_insert_epi16(entries, table[places[2]], 2);
  entries = _mm_insert_epi16(entries, table[places[3]], 3);
  entries = _mm_insert_epi16(entries, table[places[4]], 4);
  entries = _mm_insert_epi16(entries, table[places[5]], 5);
  entries = _mm_insert_epi16(entries, table[places[6]], 6);
  return _mm_insert_epi16(entries, table[places[7]], 7);
}

// A bit for each of eight lanes that is 0 in `entries` and not 0 in `places`, because NUL stands
// for itself.
inline unsigned OddLanes(__m128i entries, __m128i places) {
  const __m128i zero = __m128i{};
  const __m128i odd = ~_mm_cmpeq_epi16(places, zero) & _mm_cmpeq_epi16(entries, zero);
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(odd, zero)));
}

// The two-byte lanes of a block of 32 bytes, each of a byte and the byte after it, and which of the
// bytes lead and trail.
struct PairBlock {
  __m256i low;   // the lanes of bytes 0 to 7 and 16 to 23
  __m256i high;  // the lanes of bytes 8 to 15 and 24 to 31
  uint32_t leading;
  uint32_t trailing;
  bool has_singles;  // whether there are bytes from 0x80 on that stand alone

  // A byte that may lead does so unless the byte before it does; Classify() in pairs_avx512-inl.h
  // explains the arithmetic. The trailing byte of the last byte is the one after the block.
  PairBlock(const PairTable& table, const uint8_t* bytes, __m256i block) {
    const __m256i above = _mm256_sub_epi8(block, V::Fill8(table.first_single));
    const __m256i width = V::Fill8(table.last_single - table.first_single);
    const __m256i is_single = _mm256_cmpeq_epi8(_mm256_min_epu8(above, width), above);
    constexpr uint32_t kOdd = 0xAAAA'AAAA;
    const uint32_t high_bits = V::HighBits(block);
    const uint32_t may_lead = V::HighBits(~is_single & block);
    const uint32_t ends = (((may_lead << 1) | kOdd) - may_lead) ^ kOdd;
    leading = ends & may_lead;
    trailing = ends ^ may_lead;
    has_singles = (high_bits & ~(leading | trailing)) != 0;
    const __m256i behind = V::Load(bytes + 1);
    Prefetch(bytes);
    low = _mm256_unpacklo_epi8(block, behind);
    high = _mm256_unpackhi_epi8(block, behind);
  }
};

// Decodes eight bytes. `lanes` has each of them with the byte after it; `trailing` is a mask of
// MakeMergeUnits(). The lower half of the result is 0 when the table has all pairs.
template <typename Out>
[[gnu::always_inline]] inline __m128i DecodeEightBytes(const PairTable& table, const uint8_t* bytes,
                                                       __m128i lanes, size_t trailing, Out& out) {
  const auto pairs = static_cast<uint64_t>(
      _mm_cvtsi128_si64(_mm_shuffle_epi8(lanes, U::Load16(&kKeepPairs[trailing]))));
  __m128i units = _mm_cvtsi32_si128(table.units[pairs & 0xFFFF]);
  units = _mm_insert_epi16(units, table.units[pairs >> 16 & 0xFFFF], 1);
  units = _mm_insert_epi16(units, table.units[pairs >> 32 & 0xFFFF], 2);
  units = _mm_insert_epi16(units, table.units[pairs >> 48], 3);
  const __m128i text =
      _mm_unpacklo_epi64(units, _mm_loadl_epi64(reinterpret_cast<const __m128i*>(bytes)));
  out.Put(_mm_shuffle_epi8(text, U::Load16(&kMergeUnits[trailing])),
          8 - CountBits(trailing & 0xFF));
  return _mm_cmpeq_epi16(units, __m128i{});
}

// Decodes blocks of 32 bytes. `Out` writes the result: PutAscii() takes 32 bytes of ASCII and Put()
// up to eight code units; both have room for 32. Mark() and GoBackTo() undo Put(). PutOther()
// decodes a piece with the scalar kernel.
template <typename Out>
[[gnu::always_inline]] inline size_t DecodePairBlocks(const PairTable& table, const uint8_t* bytes,
                                                      size_t size, Out& out) {
  size_t at = 0;
  while (size - at > 32) {
    const uint8_t* const from = bytes + at;
    const __m256i bytes32 = V::Load(from);
    if (V::HighBits(bytes32) == 0) {
      out.PutAscii(bytes32);
      at += 32;
      continue;
    }
    const PairBlock block(table, from, bytes32);
    const uint64_t trailing = block.trailing | uint64_t{block.leading >> 31} << 32;
    const auto mark = out.Mark();
    const __m128i a = DecodeEightBytes(table, from, V::Half<0>(block.low), trailing & 0x1FF, out);
    const __m128i b =
        DecodeEightBytes(table, from + 8, V::Half<0>(block.high), trailing >> 8 & 0x1FF, out);
    const __m128i c =
        DecodeEightBytes(table, from + 16, V::Half<1>(block.low), trailing >> 16 & 0x1FF, out);
    const __m128i d =
        DecodeEightBytes(table, from + 24, V::Half<1>(block.high), trailing >> 24, out);
    const __m128i odd = a | b | c | d;
    // The last byte and the one after the block may be one pair.
    at += 32 + (block.leading >> 31);
    if (!block.has_singles && _mm_cvtsi128_si64(odd) == 0) continue;
    out.GoBackTo(mark);
    at = static_cast<size_t>(from - bytes);
    const size_t piece = std::min(size - at, size_t{64});
    const size_t read = out.PutOther(table, from, piece);
    at += read;
    // A piece that ends inside a pair is read except for one byte.
    if (read + 1 < piece) break;
  }
  return at;
}

struct Utf16Out {
  char16_t* next;

  char16_t* Mark() const { return next; }
  void GoBackTo(char16_t* mark) { next = mark; }

  [[gnu::always_inline]] inline void PutAscii(__m256i bytes) {
    V::StoreWidened(bytes, next);
    next += 32;
  }
  [[gnu::always_inline]] inline void Put(__m128i units, size_t count) {
    U::Store16(units, next);
    next += count;
  }
  [[gnu::always_inline]] inline size_t PutOther(const PairTable& table, const uint8_t* bytes,
                                                size_t size) {
    const Progress run = scalar::DecodePairs(table, bytes, size, next);
    next += run.written;
    return run.read;
  }
};

// Collects code units before it converts them to UTF-8, so that blocks do not wait for each other.
struct Utf8Out {
  static constexpr size_t kBufferUnits = 256;

  uint8_t* next;
  size_t gathered = 0;
  alignas(32) char16_t units[kBufferUnits + 32];

  size_t Mark() {
    if (gathered >= kBufferUnits) Flush();
    return gathered;
  }
  void GoBackTo(size_t mark) { gathered = mark; }

  [[gnu::always_inline]] inline void PutAscii(__m256i bytes) {
    Flush();
    V::Store(bytes, next);
    next += 32;
  }
  [[gnu::always_inline]] inline void Put(__m128i some, size_t count) {
    U::Store16(some, units + gathered);
    gathered += count;
  }
  [[gnu::always_inline]] inline size_t PutOther(const PairTable& table, const uint8_t* bytes,
                                                size_t size) {
    Flush();
    const Progress run = scalar::DecodePairsUtf8(table, bytes, size, next);
    next += run.written;
    return run.read;
  }
  void Flush() {
    // TranscodeBmp() and StoreEight() may write four bytes more than three for each unit. Two more
    // units make room for those.
    size_t at = 0;
    for (; at + 18 <= gathered; at += 16) next = TranscodeBmp(V::Load(units + at), next);
    for (; at + 10 <= gathered; at += 8) {
      const __m128i eight = U::Load16(units + at);
      next = StoreEight(TranscodeEight<false>(eight, eight, eight), next);
    }
    for (; at < gathered; ++at) next = WriteUtf8Bmp(units[at], next);
    gathered = 0;
  }
};

inline Progress DecodePairs(const PairTable& table, const uint8_t* bytes, size_t size,
                            char16_t* out) {
  Utf16Out units{out};
  const size_t read = DecodePairBlocks(table, bytes, size, units);
  const auto written = static_cast<size_t>(units.next - out);
  const Progress rest = scalar::DecodePairs(table, bytes + read, size - read, out + written);
  return {read + rest.read, written + rest.written};
}

inline Progress DecodePairsUtf8(const PairTable& table, const uint8_t* bytes, size_t size,
                                uint8_t* out) {
  Utf8Out utf8;
  utf8.next = out;
  const size_t read = DecodePairBlocks(table, bytes, size, utf8);
  utf8.Flush();
  const auto written = static_cast<size_t>(utf8.next - out);
  const Progress rest = scalar::DecodePairsUtf8(table, bytes + read, size - read, out + written);
  return {read + rest.read, written + rest.written};
}

inline Progress EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size,
                            uint8_t* out) {
  uint8_t* next = out;
  size_t at = 0;
  while (size - at >= 16) {
    const __m256i block = V::Load(units + at);
    if (V::NonAscii(block) == 0) {
      V::StoreNarrowed(block, next);
      next += 16;
      at += 16;
      continue;
    }
    for (const size_t end = at + 16; at < end; at += 8) {
      const __m128i entries = LookUpEight(table.bytes, units + at);
      const unsigned odd = OddLanes(entries, U::Load16(units + at));
      const __m128i one_byte = _mm_cmpeq_epi16(_mm_srli_epi16(entries, 8), __m128i{});
      const unsigned two =
          0xFF & ~static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(one_byte, one_byte)));
      U::Store16(_mm_shuffle_epi8(entries, U::Load16(&kKeepSecondBytes[two])), next);
      if (odd != 0) {
        const auto count = LowestBit(odd);
        next += count + CountBits(two & ((1U << count) - 1));
        return ProgressTo(at + count, out, next);
      }
      next += 8 + CountBits(two);
    }
  }
  const auto written = static_cast<size_t>(next - out);
  const Progress rest = scalar::EncodePairs(table, units + at, size - at, next);
  return {at + rest.read, written + rest.written};
}

inline constexpr PairKernels kPairs = {DecodePairs, DecodePairsUtf8, EncodePairs};

ENCODING_SET_END

#endif
