// Kernels for runs of ASCII and of two-byte sequences, which are nearly all there is in text of the
// double-byte encodings.
#pragma once

#include <cstddef>
#include <cstdint>

#include "simd/progress.h"

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

}  // namespace encoding::simd
