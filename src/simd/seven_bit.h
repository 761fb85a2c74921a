// What the encodings of seven bits are made of, ISO-2022-JP before all: ASCII without some control
// characters, and pairs that are those of an eight-bit encoding with 0x80 taken away from both
// bytes. Eight bytes at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "base/load.h"
#include "base/progress.h"

namespace encoding::simd {

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
  while (at < size && bytes[at] < 0x80 && !Stop::Has(bytes[at])) ++at;
  return at;
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
  for (; at < size && bytes[at] >= 0x21 && bytes[at] <= 0x7E; ++at) out[at] = bytes[at] | 0x80;
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
  for (; at < size && bytes[at] < 0x80 && !Stop::Has(bytes[at]); ++at) out[at] = bytes[at];
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
  for (; at < size && bytes[at] >= 0x80; ++at) out[at] = bytes[at] & 0x7F;
  return at;
}

// Where ISO-2022-JP stands in ASCII or in JIS X 0208.
struct Iso2022JpState {
  bool in_pairs;
  bool has_output;  // since the last escape sequence

  bool operator==(const Iso2022JpState&) const = default;
};

// What it is beside EUC-JP, which has the same pairs with 0x80 more in both bytes.
struct Iso2022JpKernels {
  // Puts ASCII bytes and pairs, as EUC-JP has them, into `out`, which has room for `limit` bytes,
  // up to anything else; passes over the escape sequences between them, but not over one without
  // output since the last, nor at the limit.
  Progress (*to_euc_jp)(Iso2022JpState& state, const uint8_t* bytes, size_t size, uint8_t* out,
                        size_t limit);

  // Puts ASCII bytes and pairs of EUC-JP, none of which is cut, into `out` with the escape
  // sequences that they need, up to the first of 0x0E, 0x0F and 0x1B.
  Progress (*from_euc_jp)(bool& in_pairs, const uint8_t* bytes, size_t size, uint8_t* out);
};

// Passes over an escape sequence to ASCII or to JIS X 0208 where one comes next.
inline bool TakeEscape(Iso2022JpState& state, const uint8_t* bytes, size_t size) {
  if (size < 3 || bytes[0] != 0x1B) return false;
  const bool to_ascii = bytes[1] == 0x28 && bytes[2] == 0x42;
  if (!to_ascii && (bytes[1] != 0x24 || (bytes[2] != 0x40 && bytes[2] != 0x42))) return false;
  state = {.in_pairs = !to_ascii, .has_output = false};
  return true;
}

// Puts an escape sequence to JIS X 0208 or to ASCII into `out`; returns where to go on.
inline uint8_t* PutEscape(bool to_pairs, uint8_t* out) {
  *out++ = 0x1B;
  *out++ = to_pairs ? 0x24 : 0x28;
  *out++ = 0x42;
  return out;
}

}  // namespace encoding::simd
