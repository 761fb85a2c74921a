// The single-byte kernels with AVX-512, VBMI and VBMI2, which look up 64 bytes at once in a table
// of 128 bytes.
//
// Input shorter than a vector is read and written under a mask. A masked store with an empty mask
// is slow, so it is left out.
#pragma once

#include <algorithm>
#include <type_traits>

#include "ascii.h"
#include "avx512.h"
#include "lanes.h"
#include "scalar.h"

#if defined(ENCODING_X64)

ENCODING_SET_BEGIN

// For shorter input, making the tables for UTF-8 takes longer than converting without them.
inline constexpr size_t kMinBytesForTables = 16;

// The places of the lower bytes of 64 code units, and of the upper bytes.
inline constexpr Positions kEven([](size_t i) { return 2 * i; });
inline constexpr Positions kOdd([](size_t i) { return 2 * i + 1; });

// A table with a byte for each byte from 0x80 on.
struct UpperTable {
  __m512i first;
  __m512i second;

  // The entries of the bytes that have a bit in `upper`, and 0 in place of the others.
  __m512i Get(__mmask64 upper, __m512i bytes) const {
    return _mm512_maskz_permutex2var_epi8(upper, first, bytes, second);
  }
  // The entries of the bytes that have a bit in `upper`, and the other bytes unchanged.
  __m512i Replace(__mmask64 upper, __m512i bytes) const {
    return _mm512_mask2_permutex2var_epi8(first, bytes, upper, second);
  }
};

struct UnitsTable {
  explicit UnitsTable(const uint16_t* units) {
    const __m512i a = V::Load(units + 128);
    const __m512i b = V::Load(units + 160);
    const __m512i c = V::Load(units + 192);
    const __m512i d = V::Load(units + 224);
    const __m512i even = V::Load(kEven.from);
    const __m512i odd = V::Load(kOdd.from);
    low = {_mm512_permutex2var_epi8(a, even, b), _mm512_permutex2var_epi8(c, even, d)};
    high = {_mm512_permutex2var_epi8(a, odd, b), _mm512_permutex2var_epi8(c, odd, d)};
  }
  UpperTable low;
  UpperTable high;
};

// 64 bytes as code units, and which of them stand for nothing.
struct DecodedUnits {
  DecodedUnits(const UnitsTable& table, __m512i bytes) {
    upper = V::HighBits(bytes);
    // The order in which unpacking takes eight bytes from the lower half and eight from the upper.
    const __m512i order = _mm512_set_epi64(7, 3, 6, 2, 5, 1, 4, 0);
    bytes = _mm512_maskz_permutexvar_epi64(0xFF, order, bytes);
    const __mmask64 in_order = V::HighBits(bytes);
    const __m512i low = table.low.Replace(in_order, bytes);
    const __m512i high = table.high.Get(in_order, bytes);
    const __m512i any = low | high;
    has_unmapped = _mm512_mask_testn_epi8_mask(in_order, any, any) != 0;
    first = _mm512_unpacklo_epi8(low, high);
    second = _mm512_unpackhi_epi8(low, high);
  }
  // How many bytes come before the first that stands for nothing. A byte from 0x80 on stands for
  // U+0080 or above, and 0x00 is an ASCII byte.
  size_t Mapped() const {
    const uint64_t zeros = _mm512_testn_epi16_mask(first, first) |
                           uint64_t{_mm512_testn_epi16_mask(second, second)} << 32;
    return LowestBit(zeros & upper);
  }
  __m512i first;
  __m512i second;
  __mmask64 upper;  // the bytes from 0x80 on
  bool has_unmapped;
};

inline size_t DecodeSingleByte(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                               char16_t* out) {
  if (size == 0) return 0;
  const UnitsTable units(table.units);
  if (size < V::kBytes) {
    const __mmask64 mask = LowBits(size);
    const DecodedUnits decoded(units, _mm512_maskz_loadu_epi8(mask, bytes));
    _mm512_mask_storeu_epi16(out, static_cast<__mmask32>(mask), decoded.first);
    if (size > 32) {
      _mm512_mask_storeu_epi16(out + 32, static_cast<__mmask32>(mask >> 32), decoded.second);
    }
    return decoded.has_unmapped ? decoded.Mapped() : size;
  }
  for (size_t at = 0;; at += V::kBytes) {
    if (at + V::kBytes > size) {
      if (at == size) return size;
      at = size - V::kBytes;
    }
    Prefetch(bytes + at);
    const DecodedUnits decoded(units, V::Load(bytes + at));
    V::Store(decoded.first, out + at);
    V::Store(decoded.second, out + at + 32);
    if (decoded.has_unmapped) return at + decoded.Mapped();
  }
}

// Three tables, one for each byte of a code point in UTF-8; 0 where a code point has fewer bytes.
struct Utf8Table {
  explicit Utf8Table(const uint32_t* utf8) {
    // Takes from each two vectors, which are 32 entries, the first and second bytes, and then the
    // third.
    static constexpr Positions kFirstTwo(
        [](size_t i) { return i < 32 ? 4 * i : 4 * (i - 32) + 1; });
    static constexpr Positions kThird([](size_t i) { return 4 * (i % 32) + 2; });
    const __m512i first_two = V::Load(kFirstTwo.from);
    const __m512i third = V::Load(kThird.from);
    __m512i ab[4];
    __m512i c[4];
    for (size_t i = 0; i < 4; ++i) {
      const __m512i entries = V::Load(utf8 + 128 + 32 * i);
      const __m512i more = V::Load(utf8 + 144 + 32 * i);
      ab[i] = _mm512_permutex2var_epi8(entries, first_two, more);
      c[i] = _mm512_permutex2var_epi8(entries, third, more);
    }
    const auto join = [](__m512i a, __m512i b, auto halves) {
      return _mm512_maskz_shuffle_i64x2(0xFF, a, b, halves.value);
    };
    constexpr std::integral_constant<int, 0x44> kLower;
    constexpr std::integral_constant<int, 0xEE> kUpper;
    bytes[0] = {join(ab[0], ab[1], kLower), join(ab[2], ab[3], kLower)};
    bytes[1] = {join(ab[0], ab[1], kUpper), join(ab[2], ab[3], kUpper)};
    bytes[2] = {join(c[0], c[1], kLower), join(c[2], c[3], kLower)};
  }
  UpperTable bytes[3];
};

// Where each of the 192 places of 64 characters in UTF-8, three for each, comes from: bytes 0 to 63
// of the first or the third bytes, or 64 to 127 for the second bytes.
struct Utf8Places {
  explicit constexpr Utf8Places(size_t part)
      : from([part](size_t i) {
          const size_t place = 64 * part + i;
          return place / 3 + (place % 3 == 1 ? 64 : 0);
        }) {
    for (size_t i = 0; i < 64; ++i) {
      if ((64 * part + i) % 3 == 0) first |= __mmask64{1} << i;
      if ((64 * part + i) % 3 == 2) third |= __mmask64{1} << i;
    }
  }
  Positions from;
  __mmask64 first = 0;
  __mmask64 third = 0;
};
inline constexpr Utf8Places kUtf8Places[3] = {Utf8Places(0), Utf8Places(1), Utf8Places(2)};

// 64 bytes in UTF-8, and which of them stand for nothing. A character with fewer than three bytes
// leaves its last places empty; its first place is always filled.
struct DecodedUtf8 {
  DecodedUtf8(const Utf8Table& table, __mmask64 upper, __m512i bytes) {
    const __m512i a = table.bytes[0].Replace(upper, bytes);
    const __m512i b = table.bytes[1].Get(upper, bytes);
    const __m512i c = table.bytes[2].Get(upper, bytes);
    unmapped = _mm512_mask_testn_epi8_mask(upper, a, a);
    for (size_t i = 0; i < 3; ++i) {
      const __m512i at = V::Load(kUtf8Places[i].from.from);
      parts[i] = _mm512_mask_permutexvar_epi8(_mm512_permutex2var_epi8(a, at, b),
                                              kUtf8Places[i].third, at, c);
      // A byte that is not the first is there when its high bit is set.
      keep[i] = V::HighBits(parts[i]) | kUtf8Places[i].first;
    }
  }

  // Writes the UTF-8 of all 64 bytes, and up to one vector beyond it.
  uint8_t* Write(uint8_t* out) const {
    for (size_t i = 0; i < 3; ++i) {
      V::Store(Compress(keep[i], parts[i]), out);
      out += CountBits(keep[i]);
    }
    return out;
  }
  // Writes the UTF-8 of the first `count` bytes, and nothing from `end` on.
  uint8_t* WriteSome(uint8_t* out, const uint8_t* end, size_t count) const {
    const size_t places = 3 * count;
    for (size_t i = 0; i < 3 && 64 * i < places; ++i) {
      const __mmask64 kept = keep[i] & LowBits(places - 64 * i);
      const auto size = CountBits(kept);
      const __m512i bytes = Compress(kept, parts[i]);
      if (end - out >= 64) {
        V::Store(bytes, out);
      } else {
        _mm512_mask_storeu_epi8(out, LowBits(size), bytes);
      }
      out += size;
    }
    return out;
  }

  __m512i parts[3];
  __mmask64 keep[3];
  __mmask64 unmapped;
};

inline Progress DecodeSingleByteUtf8(const SingleByteTable& table, const uint8_t* bytes,
                                     size_t size, uint8_t* out) {
  if (size < kMinBytesForTables) return scalar::kSingleByte.decode_utf8(table, bytes, size, out);
  // ASCII at the start needs no tables.
  const size_t ascii = simd::CopyAscii(bytes, size, out);
  if (ascii == size) return {size, size};
  const Utf8Table utf8(table.utf8);
  size_t at = ascii;
  uint8_t* next = out + ascii;
  for (; size - at >= 64; at += 64) {
    Prefetch(bytes + at);
    const __m512i block = V::Load(bytes + at);
    const __mmask64 upper = V::HighBits(block);
    if (upper == 0) {
      V::Store(block, next);
      next += 64;
      continue;
    }
    const DecodedUtf8 decoded(utf8, upper, block);
    if (decoded.unmapped != 0) break;
    next = decoded.Write(next);
  }
  if (at == size) return ProgressTo(size, out, next);
  // The end of the input, or what comes before the first byte that stands for nothing.
  size_t count = std::min<size_t>(size - at, 64);
  const __m512i block = _mm512_maskz_loadu_epi8(LowBits(count), bytes + at);
  const DecodedUtf8 decoded(utf8, V::HighBits(block), block);
  if (decoded.unmapped != 0) count = LowestBit(decoded.unmapped);
  const uint8_t* const end = out + 3 * size;
  next = decoded.WriteSome(next, end, count);
  return ProgressTo(at + count, out, next);
}

inline Progress CountSingleByteUtf8(const SingleByteTable& table, const uint8_t* bytes,
                                    size_t size) {
  if (size < kMinBytesForTables) return scalar::kSingleByte.count_utf8(table, bytes, size);
  const Utf8Table utf8(table.utf8);
  size_t written = 0;
  for (size_t at = 0; at < size; at += 64) {
    const size_t count = std::min<size_t>(size - at, 64);
    const __m512i block = _mm512_maskz_loadu_epi8(LowBits(count), bytes + at);
    const __mmask64 upper = V::HighBits(block);
    // A code point whose first byte is 0x80 or above has a second byte.
    const __m512i b = utf8.bytes[1].Get(upper, block);
    const __m512i c = utf8.bytes[2].Get(upper, block);
    const __mmask64 unmapped = _mm512_mask_testn_epi8_mask(upper, b, b);
    const __mmask64 third = _mm512_test_epi8_mask(c, c);
    if (unmapped != 0) {
      const auto mapped = LowestBit(unmapped);
      const size_t more = CountBits(upper & LowBits(mapped)) + CountBits(third & LowBits(mapped));
      return {at + mapped, written + mapped + more};
    }
    written += count + CountBits(upper) + CountBits(third);
  }
  return {size, written};
}

// The bytes of 128 code units, indexed by their lowest seven bits.
inline UpperTable WindowOf(const SingleByteMap& map, size_t first) {
  return {V::Load(map.Page(first)), V::Load(map.Page(first + 64))};
}

struct Windows {
  explicit Windows(const SingleByteMap& map)
      : latin1(WindowOf(map, 0x80)),
        punctuation(V::Load(map.Page(0x2000))),
        window(WindowOf(map, map.window)),
        window_high(V::Fill8(map.window >> 8)),
        window_top((map.window & 0x80) != 0 ? 0 : ~__mmask64{0}) {}

  UpperTable latin1;
  __m512i punctuation;  // U+2000 to U+203F
  UpperTable window;
  __m512i window_high;   // the upper byte of the code units of the window
  __mmask64 window_top;  // combined with the top bits of their lower bytes
};

// The bytes that encode 64 code units, and a mask of the code units that no window has a byte for.
struct EncodedUnits {
  EncodedUnits(const Windows& windows, __m512i first, __m512i second) {
    const __m512i low = _mm512_permutex2var_epi8(first, V::Load(kEven.from), second);
    const __m512i high = _mm512_permutex2var_epi8(first, V::Load(kOdd.from), second);
    const __mmask64 top = V::HighBits(low);
    const __mmask64 below_100 = _mm512_testn_epi8_mask(high, high);
    const __mmask64 in_window =
        _mm512_cmpeq_epi8_mask(high, windows.window_high) & (top ^ windows.window_top);
    const __m512i is_20 = V::Fill8(0x20);
    const __mmask64 in_punctuation =
        _mm512_cmpeq_epi8_mask(high, is_20) & _mm512_testn_epi8_mask(low, V::Fill8(0xC0));
    const __m512i latin1 = _mm512_maskz_mov_epi8(below_100, windows.latin1.Replace(top, low));
    const __m512i window = windows.window.Get(in_window, low);
    const __m512i punctuation =
        _mm512_maskz_permutexvar_epi8(in_punctuation, low, windows.punctuation);
    bytes = _mm512_ternarylogic_epi64(latin1, window, punctuation, 0xFE);
    missing = _mm512_testn_epi8_mask(bytes, bytes) & ~(below_100 & ~top);
  }
  __m512i bytes;
  __mmask64 missing;
};

// Encodes those of up to 64 code units that have a bit in `missing`, each into its place in `out`,
// up to the first that the encoding does not contain; returns how many code units come before that.
inline size_t FillMissing(const SingleByteMap& map, const char16_t* units, size_t count,
                          uint64_t missing, uint8_t* out) {
  // Where many are missing, encoding all of them at once is faster.
  if (CountBits(missing) > count / 4) [[unlikely]] {
    return scalar::kSingleByte.encode(map, units, count, out);
  }
  for (; missing != 0; missing &= missing - 1) {
    const auto at = LowestBit(missing);
    out[at] = map[units[at]];
    if (out[at] == 0) return at;
  }
  return count;
}

// The first code units are looked up alone: behind an unencodable one there is often another, for
// which preparing the windows takes longer than the rest.
inline constexpr size_t kFirstUnits = 2;

inline size_t EncodeSingleByte(const SingleByteMap& map, const char16_t* units, size_t size,
                               uint8_t* out) {
  for (size_t at = 0; at < kFirstUnits; ++at) {
    if (at == size) return size;
    out[at] = map[units[at]];
    if (out[at] == 0 && units[at] != 0) return at;
  }
  const Windows windows(map);
  if (size < 64) {
    const __mmask64 mask = LowBits(size);
    const __m512i first = _mm512_maskz_loadu_epi16(static_cast<__mmask32>(mask), units);
    const __m512i second =
        size <= 32 ? __m512i{}
                   : _mm512_maskz_loadu_epi16(static_cast<__mmask32>(mask >> 32), units + 32);
    const EncodedUnits encoded(windows, first, second);
    _mm512_mask_storeu_epi8(out, mask, encoded.bytes);
    return FillMissing(map, units, size, encoded.missing, out);
  }
  for (size_t at = 0;; at += 64) {
    if (at + 64 > size) {
      if (at == size) return size;
      at = size - 64;
    }
    const __m512i first = V::Load(units + at);
    const __m512i second = V::Load(units + at + 32);
    if (V::NonAscii(first | second) == 0) {
      V::StoreNarrowed(first, out + at);
      V::StoreNarrowed(second, out + at + 32);
      continue;
    }
    const EncodedUnits encoded(windows, first, second);
    V::Store(encoded.bytes, out + at);
    if (encoded.missing != 0) {
      const size_t filled = FillMissing(map, units + at, 64, encoded.missing, out + at);
      if (filled != 64) return at + filled;
    }
  }
}

inline constexpr SingleByteKernels kSingleByte = {DecodeSingleByte, DecodeSingleByteUtf8,
                                                  CountSingleByteUtf8, EncodeSingleByte};

ENCODING_SET_END

#endif
