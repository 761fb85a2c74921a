// Runs of ASCII and of pairs in ISO-2022-JP, ISO-2022-KR and hz-gb-2312, whose bytes have seven
// bits. A pair is the pair of an eight-bit encoding with 0x80 subtracted from both bytes.
#pragma once

#include <algorithm>
#include <array>

#include "../base/plain.h"
#include "../simd/seven_bit.h"
#include "pairs.h"

namespace whatwg_encoding {

using simd::CopySevenBitPairs;
using simd::PlainPrefix;
using simd::ShiftsAndEscape;
using simd::Stops;

// Decodes ASCII bytes up to the first of the bytes in Stop; returns how many it has read.
template <typename Stop, Sink S>
size_t TakePlain(const uint8_t* bytes, size_t size, S& out) {
  if (kIsPlain) return 0;
  const size_t plain = PlainPrefix<Stop>(bytes, size);
  return plain == 0 ? 0 : out.TakeAscii(bytes, plain);
}

// How many bytes or code units are converted at a time before it is known whether the table
// contains all of them.
inline constexpr size_t kSliceSize = 256;

// Decodes pairs of bytes from 0x21 to 0x7E, whose leading bytes are at most `last_leading`, up to
// the first pair that is not in the table; returns how many bytes it has read.
template <Sink S>
size_t TakeSevenBitPairs(const PairTable& pairs, uint8_t last_leading, const uint8_t* bytes,
                         size_t size, S& out) {
  if (kIsPlain) return 0;
  std::array<uint8_t, kSliceSize> eight_bit;
  for (size_t at = 0;;) {
    const size_t slice = std::min(size - at, kSliceSize);
    size_t count = CopySevenBitPairs(bytes + at, slice, eight_bit.data()) & ~size_t{1};
    if (last_leading < 0x7E) {
      size_t leading = 0;
      while (leading < count && eight_bit[leading] <= (last_leading | 0x80)) leading += 2;
      count = leading;
    }
    const size_t taken = count == 0 ? 0 : out.TakePairs(pairs, eight_bit.data(), count);
    at += taken;
    if (taken < kSliceSize) return at;
  }
}

// Encodes ASCII code units up to the first of the bytes in Stop; returns how many it has read.
template <typename Stop>
size_t EncodePlain(Units units, ByteSink& out) {
  if (kIsPlain) return 0;
  for (size_t at = 0;;) {
    ByteSink all = out;
    const size_t ascii = all.TakeAscii(units.data() + at, std::min(units.size() - at, kSliceSize));
    const size_t plain = PlainPrefix<Stop>(out.next(), ascii);
    out.Advance(plain);
    at += plain;
    if (plain < kSliceSize) return at;
  }
}

// Encodes code units up to the first that is ASCII or not in the table, and subtracts 0x80 from
// each byte; returns how many it has read.
inline size_t EncodeSevenBitPairs(const PairBytesTable& table, Units units, ByteSink& out) {
  if (kIsPlain) return 0;
  // The first slice is short, so that a run which ends at once costs no look at a whole slice.
  constexpr size_t kFirstSliceSize = 16;
  for (size_t at = 0, most = kFirstSliceSize;; most = kSliceSize) {
    const size_t limit = std::min(units.size() - at, most);
    size_t other = 0;
    while (other < limit && units[at + other] >= 0x80) ++other;
    uint8_t* const begin = out.next();
    const size_t taken = other == 0 ? 0 : out.TakePairs(table, units.data() + at, other);
    for (size_t i = 0; i < 2 * taken; ++i) begin[i] &= 0x7F;
    at += taken;
    if (taken < most) return at;
  }
}

// Makes the table of an encoder of seven bits. `pair(code_point)` returns two bytes, each with 0x80
// added, or 0.
template <uint16_t (*pair)(char32_t)>
PairBytesTable MakeSevenBitTable() {
  PairBytesTable table = {};
  for (unsigned unit = 0x80; unit < 0x10000; ++unit) {
    const uint16_t bytes = pair(unit);
    table.bytes[unit] = static_cast<uint16_t>(bytes << 8 | bytes >> 8);
  }
  return table;
}

}  // namespace whatwg_encoding
