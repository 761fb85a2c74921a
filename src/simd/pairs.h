// Kernels for runs of ASCII and of two-byte sequences, which are nearly all there is in text of the
// double-byte encodings.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/progress.h"

namespace encoding::simd {

// What bytes stand for where that is one code point below U+10000; 0 for all else. 128 KB.
struct PairTable {
  // A pair at leading byte | trailing byte << 8, and at byte << 8 a byte from first_single to
  // last_single, which stands alone; all other bytes from 0x80 lead. At 0 something other than 0,
  // for kernels that look up no pair. ASCII is itself and is not here.
  char16_t units[0x10000];
  uint8_t first_single;  // behind the units, where kernels read one more
  uint8_t last_single;
};

// What code points below U+10000 are encoded as, the first byte in the lowest eight bits: one byte,
// or two of which the second is not 0; 0 for those without bytes. ASCII is itself. 128 KB.
struct PairBytesTable {
  uint16_t bytes[0x10000];
  uint16_t beyond;  // kernels read it and make nothing of it
};

// All read up to the first byte or code unit for which the table has 0, NUL excepted, or the first
// byte of an incomplete pair.
struct PairKernels {
  // Puts a code unit for each byte that stands alone and for each pair into `out`, which has room
  // for `size` of them.
  Progress (*decode)(const PairTable& table, const uint8_t* bytes, size_t size, char16_t* out);

  // The same in UTF-8; there is room for three bytes for each of `size`.
  Progress (*decode_utf8)(const PairTable& table, const uint8_t* bytes, size_t size, uint8_t* out);

  // Puts the bytes of each code unit into `out`, which has room for two for each of `size`.
  Progress (*encode)(const PairBytesTable& table, const char16_t* units, size_t size, uint8_t* out);
};

// Gives `put` what the first characters stand for, of eight bytes or a little more, and returns how
// many bytes that is; sets `is_odd` when it stops before. For behind an error: where there is one
// every few bytes, a vector would be too much for what comes before the next.
template <typename Put>
inline size_t DecodeFirstPairs(const PairTable& table, const uint8_t* bytes, size_t size,
                               bool& is_odd, Put put) {
  size_t at = 0;
  while (at < 8 && at < size) {
    const uint8_t byte = bytes[at];
    if (byte < 0x80) {
      put(char16_t{byte});
      ++at;
      continue;
    }
    const bool is_single = byte >= table.first_single && byte <= table.last_single;
    const size_t length = is_single ? 1 : 2;
    is_odd = size - at < length;
    if (is_odd) return at;
    const char16_t unit = table.units[is_single ? byte << 8 : byte | bytes[at + 1] << 8];
    is_odd = unit == 0;
    if (is_odd) return at;
    put(unit);
    at += length;
  }
  return at;
}

}  // namespace encoding::simd
