// The single-byte kernels with NEON, which looks up 16 bytes at once in a table of 64 bytes.
//
// In a table of 128 bytes the valid indexes are 0 to 127. One look-up covers 64 of them: for an
// index from 64 on it gives 0, or leaves a byte as it is. For the other half of the table, 64 is
// subtracted first, and then the indexes below 64 wrap around to 192 and above.
#pragma once

#include <algorithm>

#include "ascii.h"
#include "lanes.h"
#include "neon.h"
#include "scalar.h"

#if defined(ENCODING_ARM64)

ENCODING_SET_BEGIN

// Shorter input is converted by tables in memory, because loading those into registers takes about
// as many steps.
inline constexpr size_t kMinBytesForTables = 32;

// How many bytes are decoded at once, and tested at once for being ASCII.
inline constexpr size_t kStepBytes = 32;

// A table with a byte for each of 128 indexes.
struct Table128 {
  uint8x16x4_t first;
  uint8x16x4_t second;

  // The entries of `indexes`, and `others` where an index is 128 or above.
  uint8x16_t Replace(uint8x16_t others, uint8x16_t indexes) const {
    const uint8x16_t half = vqtbx4q_u8(others, first, indexes);
    return vqtbx4q_u8(half, second, vsubq_u8(indexes, V::Fill8(64)));
  }
};

// Indexes below 128 for the bytes from 0x80 on, and from 128 on for ASCII.
inline uint8x16_t UpperIndexes(uint8x16_t bytes) { return bytes ^ V::Fill8(0x80); }

// Whether one of the bytes is 0x80 or above.
inline bool AnyHigh(uint8x16_t bytes) { return vmaxvq_u8(bytes) >= 0x80; }

// The lower and the upper bytes of the code units of the bytes from 0x80 on.
struct UnitsTable {
  explicit UnitsTable(const uint16_t* units) {
    const auto* const bytes = reinterpret_cast<const uint8_t*>(units + 128);
    for (size_t i = 0; i < 4; ++i) {
      const uint8x16x2_t a = vld2q_u8(bytes + 32 * i);
      const uint8x16x2_t b = vld2q_u8(bytes + 128 + 32 * i);
      low.first.val[i] = a.val[0];
      high.first.val[i] = a.val[1];
      low.second.val[i] = b.val[0];
      high.second.val[i] = b.val[1];
    }
  }
  Table128 low;
  Table128 high;
};

// Decodes sixteen bytes. A byte of the result is 0x80 or above where one of them stands for
// nothing.
inline uint8x16_t DecodeSixteen(const UnitsTable& table, uint8x16_t bytes, char16_t* out) {
  const uint8x16_t indexes = UpperIndexes(bytes);
  const uint8x16x2_t units = {
      {table.low.Replace(bytes, indexes), table.high.Replace(V::Fill8(0), indexes)}};
  vst2q_u8(reinterpret_cast<uint8_t*>(out), units);
  return vceqzq_u8(units.val[0] | units.val[1]) & bytes;
}

inline size_t DecodeSingleByte(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                               char16_t* out) {
  if (size < kMinBytesForTables) return scalar::DecodeSingleByte(table, bytes, size, out);
  // ASCII at the start needs no table.
  const size_t ascii = simd::WidenAscii(bytes, size, out);
  if (ascii == size) return size;
  const UnitsTable units(table.units);
  for (size_t at = std::min(ascii, size - kStepBytes);; at += kStepBytes) {
    if (at + kStepBytes > size) {
      if (at == size) return size;
      at = size - kStepBytes;
    }
    const uint8x16_t first = V::Load(bytes + at);
    const uint8x16_t second = V::Load(bytes + at + 16);
    if (!AnyHigh(first | second)) {
      V::StoreWidened(first, out + at);
      V::StoreWidened(second, out + at + 16);
      continue;
    }
    const uint8x16_t unmapped = DecodeSixteen(units, first, out + at);
    const uint8x16_t more = DecodeSixteen(units, second, out + at + 16);
    if (AnyHigh(unmapped | more)) {
      const unsigned odd = V::HighBits(unmapped) | V::HighBits(more) << 16;
      return at + LowestBit(odd);
    }
  }
}

inline Progress CountSingleByteUtf8(const SingleByteTable& table, const uint8_t* bytes,
                                    size_t size) {
  if (size < kMinBytesForTables) return scalar::CountSingleByteUtf8(table, bytes, size);
  const size_t ascii = simd::AsciiPrefix(bytes, size);
  if (ascii == size) return {size, size};
  // How many bytes of UTF-8 each byte from 0x80 on becomes; 0 for a byte that stands for nothing.
  Table128 lengths;
  const auto* const entries = reinterpret_cast<const uint8_t*>(table.utf8 + 128);
  for (size_t i = 0; i < 4; ++i) {
    lengths.first.val[i] = vld4q_u8(entries + 64 * i).val[3];
    lengths.second.val[i] = vld4q_u8(entries + 256 + 64 * i).val[3];
  }
  size_t at = ascii;
  size_t written = ascii;
  for (; at + 16 <= size; at += 16) {
    const uint8x16_t counts = lengths.Replace(V::Fill8(1), UpperIndexes(V::Load(bytes + at)));
    if (vminvq_u8(counts) == 0) break;
    written += vaddvq_u8(counts);  // at most 48
  }
  const Progress rest = scalar::CountSingleByteUtf8(table, bytes + at, size - at);
  return {at + rest.read, written + rest.written};
}

// The bytes of ASCII and of the code units of three windows.
struct Windows {
  explicit Windows(const SingleByteMap& map)
      : latin1{LoadPage(map, 0x80), LoadPage(map, 0xC0)},
        window{LoadPage(map, map.window), LoadPage(map, map.window + 64u)},
        punctuation(LoadPage(map, 0x2000)),
        window_low(V::Fill8(map.window & 0x80)),
        window_high(V::Fill8(map.window >> 8)) {}

  static uint8x16x4_t LoadPage(const SingleByteMap& map, size_t unit) {
    const uint8_t* const page = map.Page(unit);
    return {{V::Load(page), V::Load(page + 16), V::Load(page + 32), V::Load(page + 48)}};
  }

  // The bytes of code units, given by their lower and upper bytes; 0 for those that have none here.
  uint8x16_t Get(uint8x16_t low, uint8x16_t high) const {
    const uint8x16_t below_100 = vceqzq_u8(high) & latin1.Replace(low, UpperIndexes(low));
    // Code units with another upper byte get an index of 128 or above, or of 64 or above.
    const uint8x16_t in_window = vceqq_u8(high, window_high);
    const uint8x16_t in_punctuation = vceqq_u8(high, V::Fill8(0x20));
    const uint8x16_t own = window.Replace(below_100, (low ^ window_low) | ~in_window);
    return vqtbx4q_u8(own, punctuation, low | ~in_punctuation);
  }

  Table128 latin1;
  Table128 window;
  uint8x16x4_t punctuation;
  uint8x16_t window_low;
  uint8x16_t window_high;
};

inline size_t EncodeSingleByte(const SingleByteMap& map, const char16_t* units, size_t size,
                               uint8_t* out) {
  if (size < kMinBytesForTables) return scalar::EncodeSingleByte(map, units, size, out);
  const size_t ascii = simd::NarrowAscii(units, size, out);
  if (ascii == size) return size;
  const Windows windows(map);
  for (size_t at = std::min(ascii, size - 16);; at += 16) {
    if (at + 16 > size) {
      if (at == size) return size;
      at = size - 16;
    }
    const uint8x16x2_t split = vld2q_u8(reinterpret_cast<const uint8_t*>(units + at));
    const uint8x16_t low = split.val[0];
    const uint8x16_t high = split.val[1];
    if (!AnyHigh(low | vtstq_u8(high, high))) {
      V::Store(low, out + at);
      continue;
    }
    const uint8x16_t bytes = windows.Get(low, high);
    V::Store(bytes, out + at);
    // A bit for each code unit that has no byte in these windows and is not U+0000.
    const uint8x16_t any = low | high;
    unsigned missing = V::HighBits(vceqzq_u8(bytes) & vtstq_u8(any, any));
    for (; missing != 0; missing &= missing - 1) {
      const size_t unit = at + LowestBit(missing);
      out[unit] = map[units[unit]];
      if (out[unit] == 0) return unit;
    }
  }
}

inline constexpr SingleByteKernels kSingleByte = {DecodeSingleByte, scalar::DecodeSingleByteUtf8,
                                                  CountSingleByteUtf8, EncodeSingleByte};

ENCODING_SET_END

#endif
