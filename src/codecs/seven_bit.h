// Runs in the encodings of seven bits, ISO-2022-JP, ISO-2022-KR and hz-gb-2312: of ASCII, and of
// pairs that are those of an eight-bit encoding with 0x80 taken away from both bytes.
#pragma once

#include <algorithm>
#include <array>
#include <bit>

#include "codecs/pairs.h"
#include "core/load.h"

namespace encoding {

inline constexpr uint64_t kEachByte = 0x0101'0101'0101'0101;

// How many of eight bytes, the first in the lowest bits, come before the first whose highest bit is
// set in `marks`.
inline size_t BytesBefore(uint64_t marks) {
  const uint64_t marked = marks & kEachByte << 7;
  return marked == 0 ? 8 : static_cast<size_t>(std::countr_zero(marked)) / 8;
}

// The bytes that are not themselves in a state of ASCII or, like 0x0E with 0x0F, end it.
template <uint8_t... kBytes>
struct Stops {
  static bool Has(uint8_t byte) { return ((byte == kBytes) || ...); }
  // Marks the lowest of eight bytes that is one of them, and perhaps others above it: a byte is
  // zero when taking one away borrows from its highest bit.
  static uint64_t Mark(uint64_t word) {
    const auto zero = [](uint64_t x) { return (x - kEachByte) & ~x; };
    return (zero(word ^ kEachByte * kBytes) | ...);
  }
};

using ShiftsAndEscape = Stops<0x0E, 0x0F, 0x1B>;

// How many of the bytes come before the first that is not ASCII or is a stop.
template <typename Stop>
size_t PlainPrefix(const uint8_t* bytes, size_t size) {
  size_t at = 0;
  for (; size - at >= 8; at += 8) {
    const uint64_t word = Load64(bytes + at);
    const size_t plain = BytesBefore(word | Stop::Mark(word));
    if (plain != 8) return at + plain;
  }
  while (at < size && IsAscii(bytes[at]) && !Stop::Has(bytes[at])) ++at;
  return at;
}

// Appends the ASCII bytes before the first stop; returns how many.
template <typename Stop, Sink S>
size_t TakePlain(const uint8_t* bytes, size_t size, S& out) {
  const size_t plain = PlainPrefix<Stop>(bytes, size);
  return plain == 0 ? 0 : out.TakeAscii(bytes, plain);
}

// Copies the bytes before the first that is not in the range 0x21 to 0x7E, with 0x80 more;
// returns how many.
inline size_t CopySevenBitPairs(const uint8_t* bytes, size_t size, uint8_t* out) {
  size_t at = 0;
  for (; size - at >= 8; at += 8) {
    const uint64_t word = Load64(bytes + at);
    // In the lower seven bits of each byte: from 0x21 on adding 0x5F carries into the eighth, at
    // 0x7F adding 1.
    const uint64_t low = word & ~(kEachByte << 7);
    const uint64_t other = word | ~(low + kEachByte * 0x5F) | (low + kEachByte);
    Store64(word | kEachByte << 7, out + at);
    const size_t valid = BytesBefore(other);
    if (valid != 8) return at + valid;
  }
  for (; at < size && InRange(bytes[at], 0x21, 0x7E); ++at) out[at] = bytes[at] | 0x80;
  return at;
}

// Copies the ASCII bytes before the first stop likewise.
template <typename Stop>
size_t CopyPlain(const uint8_t* bytes, size_t size, uint8_t* out) {
  size_t at = 0;
  for (; size - at >= 8; at += 8) {
    const uint64_t word = Load64(bytes + at);
    Store64(word, out + at);
    const size_t plain = BytesBefore(word | Stop::Mark(word));
    if (plain != 8) return at + plain;
  }
  for (; at < size && IsAscii(bytes[at]) && !Stop::Has(bytes[at]); ++at) out[at] = bytes[at];
  return at;
}

// Copies the bytes before the first that is ASCII, with 0x80 less; returns how many.
inline size_t CopyToSevenBit(const uint8_t* bytes, size_t size, uint8_t* out) {
  size_t at = 0;
  for (; size - at >= 8; at += 8) {
    const uint64_t word = Load64(bytes + at);
    Store64(word & ~(kEachByte << 7), out + at);
    const size_t other = BytesBefore(~word);
    if (other != 8) return at + other;
  }
  for (; at < size && !IsAscii(bytes[at]); ++at) out[at] = bytes[at] & 0x7F;
  return at;
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
