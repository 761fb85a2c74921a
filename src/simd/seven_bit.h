// Kernels for encodings of seven bits, above all ISO-2022-JP: ASCII without some control
// characters, and pairs that are the pairs of an eight-bit encoding with 0x80 subtracted from both
// bytes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/load.h"
#include "../base/progress.h"
#include "lanes.h"

namespace whatwg_encoding::simd {

// The bytes that do not stand for themselves in a state of ASCII, or that end this state, as 0x0E
// and 0x0F do.
template <uint8_t... kBytes>
struct Stops {
  static bool Has(uint8_t byte) { return ((byte == kBytes) || ...); }
  // Sets the highest bit of the lowest of eight bytes that is a stop, and perhaps of other bytes
  // above it: subtracting 1 from a byte that is 0 borrows from its highest bit.
  static uint64_t Mark(uint64_t word) {
    const auto zero = [](uint64_t x) { return (x - kEachByte) & ~x; };
    return (zero(word ^ kEachByte * kBytes) | ...);
  }
};

using ShiftsAndEscape = Stops<0x0E, 0x0F, 0x1B>;

// Returns how many bytes come before the first that is not ASCII or is a stop.
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

// Copies bytes from 0x21 to 0x7E, with 0x80 added, up to the first other byte; returns how many.
inline size_t CopySevenBitPairs(const uint8_t* bytes, size_t size, uint8_t* out) {
  size_t at = 0;
  for (; size - at >= 8; at += 8) {
    const uint64_t word = Load64(bytes + at);
    // In the lower seven bits of each byte: adding 0x5F carries into the eighth bit from 0x21 on,
    // and adding 1 does at 0x7F.
    const uint64_t low = word & ~(kEachByte << 7);
    const uint64_t other = word | ~(low + kEachByte * 0x5F) | (low + kEachByte);
    Store64(word | kEachByte << 7, out + at);
    const size_t valid = BytesBefore(other);
    if (valid != 8) return at + valid;
  }
  for (; at < size && bytes[at] >= 0x21 && bytes[at] <= 0x7E; ++at) out[at] = bytes[at] | 0x80;
  return at;
}

// Copies ASCII bytes up to the first stop or byte that is not ASCII; returns how many.
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

// The state of ISO-2022-JP while it is in ASCII or in JIS X 0208.
struct Iso2022JpState {
  bool in_pairs;
  bool has_output;  // whether there was output after the last escape sequence

  bool operator==(const Iso2022JpState&) const = default;
};

// Returns whether an escape sequence to ASCII or to JIS X 0208 comes next, and sets the state that
// follows it.
inline bool ReadEscape(Iso2022JpState& state, const uint8_t* bytes, size_t size) {
  if (size < 3 || bytes[0] != 0x1B) return false;
  const bool to_ascii = bytes[1] == 0x28 && bytes[2] == 0x42;
  if (!to_ascii && (bytes[1] != 0x24 || (bytes[2] != 0x40 && bytes[2] != 0x42))) return false;
  state = {.in_pairs = !to_ascii, .has_output = false};
  return true;
}

}  // namespace whatwg_encoding::simd
