// Kernels for text in the double-byte encodings, nearly all of which is runs of ASCII and of
// two-byte sequences.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/progress.h"

namespace whatwg_encoding::simd {

// The code point of each byte and each pair of bytes, if it is one below U+10000; else 0. 128 KB.
struct PairTable {
  // The entry of a pair is at leading byte | trailing byte << 8. The entry of a byte from
  // first_single to last_single, which stands alone, is at byte << 8. All other bytes from 0x80 on
  // lead. ASCII has no entries. The entry at 0 is not 0, for kernels that look up 0 where there is
  // no pair.
  char16_t units[0x10000];
  uint8_t first_single;  // follows the entries, because kernels read one entry beyond them
  uint8_t last_single;
};

// The bytes of each code point below U+10000, the first byte in the lowest eight bits: one
// byte, or two bytes of which the second is not 0; 0 when the encoding does not contain it. 128 KB.
struct PairBytesTable {
  uint16_t bytes[0x10000];
  uint16_t beyond;  // kernels read this one entry beyond the others and ignore it
};

// Each stops before the first byte or code unit for which the table has 0 (except NUL, which is
// itself), and before the first byte of a pair that the input cuts.
struct PairKernels {
  // Decodes to UTF-16. `out` has room for `size` code units.
  Progress (*decode)(const PairTable& table, const uint8_t* bytes, size_t size, char16_t* out);

  // Decodes to UTF-8. `out` has room for three bytes for each of `size`.
  Progress (*decode_utf8)(const PairTable& table, const uint8_t* bytes, size_t size, uint8_t* out);

  // Encodes code units. `out` has room for two bytes for each of `size`.
  Progress (*encode)(const PairBytesTable& table, const char16_t* units, size_t size, uint8_t* out);
};

}  // namespace whatwg_encoding::simd
