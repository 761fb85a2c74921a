// Runs in the encodings of seven bits, ISO-2022-JP, ISO-2022-KR and hz-gb-2312: of ASCII, and of
// pairs that are those of an eight-bit encoding with 0x80 taken away from both bytes.
#pragma once

#include <algorithm>
#include <array>

#include "codecs/pairs.h"
#include "simd/seven_bit.h"

namespace encoding {

using simd::CopySevenBitPairs;
using simd::PlainPrefix;
using simd::ShiftsAndEscape;
using simd::Stops;

// Appends the ASCII bytes before the first stop; returns how many.
template <typename Stop, Sink S>
size_t TakePlain(const uint8_t* bytes, size_t size, S& out) {
  const size_t plain = PlainPrefix<Stop>(bytes, size);
  return plain == 0 ? 0 : out.TakeAscii(bytes, plain);
}

// How much is prepared at a time, before it is known to be right: little at first, so that text
// with an error every few bytes is not prepared again and again, and twice as much each time that
// all of it was.
template <size_t kMost>
class Slice {
 public:
  static constexpr size_t kLeast = 32;

  size_t Of(size_t rest) { return size_ = std::min(rest, limit_); }
  // False when not all of the slice was used, or nothing more is there.
  bool GoOn(size_t used) {
    limit_ = std::min(2 * limit_, kMost);
    return used == size_ && size_ != 0;
  }

 private:
  size_t size_ = 0;
  size_t limit_ = kLeast;
};

// Appends what pairs of bytes from 0x21 to 0x7E stand for, the leading ones up to `last_leading`,
// up to the first that is not in the table; returns how many bytes that is.
template <Sink S>
size_t TakeSevenBitPairs(const PairTable& pairs, uint8_t last_leading, const uint8_t* bytes,
                         size_t size, S& out) {
  std::array<uint8_t, 256> eight_bit;
  Slice<eight_bit.size()> slice;
  for (size_t at = 0;;) {
    size_t count =
        CopySevenBitPairs(bytes + at, slice.Of(size - at), eight_bit.data()) & ~size_t{1};
    if (last_leading < 0x7E) {
      size_t leading = 0;
      while (leading < count && eight_bit[leading] <= (last_leading | 0x80)) leading += 2;
      count = leading;
    }
    const size_t taken = count == 0 ? 0 : out.TakePairs(pairs, eight_bit.data(), count);
    at += taken;
    if (!slice.GoOn(taken)) return at;
  }
}

// Appends the ASCII code units before the first stop; returns how many.
template <typename Stop>
size_t EncodePlain(const char16_t* units, size_t size, ByteSink& out) {
  Slice<512> slice;
  for (size_t at = 0;;) {
    ByteSink all = out;
    const size_t ascii = all.TakeAscii(units + at, slice.Of(size - at));
    const size_t plain = PlainPrefix<Stop>(out.next(), ascii);
    out.Advance(plain);
    at += plain;
    if (!slice.GoOn(plain)) return at;
  }
}

// Appends the pairs of the code units before the first that is ASCII or not in the table, of which
// 0x8080 is taken away; returns how many.
inline size_t EncodeSevenBitPairs(const PairBytesTable& table, const char16_t* units, size_t size,
                                  ByteSink& out) {
  Slice<512> slice;
  for (size_t at = 0;;) {
    const size_t limit = slice.Of(size - at);
    size_t other = 0;
    while (other < limit && units[at + other] >= 0x80) ++other;
    uint8_t* const begin = out.next();
    const size_t taken = other == 0 ? 0 : out.TakePairs(table, units + at, other);
    for (size_t i = 0; i < 2 * taken; ++i) begin[i] &= 0x7F;
    at += taken;
    if (!slice.GoOn(taken)) return at;
  }
}

// What an encoder of seven bits writes for each code point that `pair(code_point)` gives two bytes,
// 0x8080 more.
template <typename Pair>
PairBytesTable MakeSevenBitTable(Pair pair) {
  PairBytesTable table = {};
  for (unsigned unit = 0x80; unit < 0x10000; ++unit) {
    const uint16_t bytes = pair(unit);
    table.bytes[unit] = static_cast<uint16_t>(bytes << 8 | bytes >> 8);
  }
  return table;
}

}  // namespace encoding
