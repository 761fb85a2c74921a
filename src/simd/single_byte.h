// Kernels for the single-byte encodings, and the tables that they read.
#pragma once

#include <cstddef>
#include <cstdint>

#include "../base/progress.h"

namespace whatwg_encoding::simd {

// The code points of the 256 bytes of a single-byte encoding. The entry of a byte that the encoding
// does not use is 0.
struct SingleByteTable {
  const uint16_t* units;  // as UTF-16 code units
  const uint32_t* utf8;   // first byte in the lowest bits, number of bytes in the highest eight
};

// The byte of each code unit in a single-byte encoding, ASCII included: pages[index[unit >> 6] * 64
// + (unit & 63)], which is 0 when the encoding does not contain it. `window` is a multiple of 128
// from U+0100 on: the start of the 128 code units that are most of the text. It matters for speed
// only.
struct SingleByteMap {
  const uint8_t* index;
  const uint8_t* pages;
  char16_t window;

  const uint8_t* Page(size_t unit) const { return pages + size_t{index[unit >> 6]} * 64; }
  uint8_t operator[](char16_t unit) const { return Page(unit)[unit & 63]; }
};

// Each stops before the first byte or code unit for which the table has 0.
struct SingleByteKernels {
  // Decodes to UTF-16; returns how many bytes it has read.
  size_t (*decode)(const SingleByteTable& table, const uint8_t* bytes, size_t size, char16_t* out);

  // Decodes to UTF-8. `out` has room for three bytes for each byte of the input.
  Progress (*decode_utf8)(const SingleByteTable& table, const uint8_t* bytes, size_t size,
                          uint8_t* out);

  // Counts the bytes that decode_utf8 would write, and writes nothing.
  Progress (*count_utf8)(const SingleByteTable& table, const uint8_t* bytes, size_t size);

  // Encodes code units; returns how many it has read.
  size_t (*encode)(const SingleByteMap& map, const char16_t* units, size_t size, uint8_t* out);
};

}  // namespace whatwg_encoding::simd
