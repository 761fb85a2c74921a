// The kernels of pairs.h for WebAssembly.
#pragma once

#include "../base/load.h"
#include "ascii.h"
#include "pairs.h"
#include "scalar.h"
#include "simd128.h"

#if defined(ENCODING_WASM)

ENCODING_SET_BEGIN

// Compiled to WebAssembly, the scalar kernels for pairs take three times as long as natively,
// because they compute in many steps how many of four can be converted. DecodePairs() branches on
// whether all four can be, and EncodePairs() writes two bytes for each code unit: that makes them
// 1.5 and 4 times as fast.

// Whether one of the numbers, each below 0x8000'0000, is smaller than `least`.
template <typename... Numbers>
bool AnyBelow(uint32_t least, Numbers... numbers) {
  return ((uint32_t{numbers} - least) | ...) >> 31 != 0;
}

inline Progress DecodePairs(const PairTable& table, const uint8_t* bytes, size_t size,
                            char16_t* out) {
  size_t at = 0;
  char16_t* next = out;
  for (;;) {
    while (size - at >= 16) {
      constexpr uint64_t kLeading = 0x0080'0080'0080'0080;
      const uint64_t word = Load64(bytes + at);
      if ((word & kLeading) != kLeading) break;
      const char16_t a = table.units[word & 0xFFFF];
      const char16_t b = table.units[word >> 16 & 0xFFFF];
      const char16_t c = table.units[word >> 32 & 0xFFFF];
      const char16_t d = table.units[word >> 48];
      if (AnyBelow(1, a, b, c, d)) break;
      next[0] = a;
      next[1] = b;
      next[2] = c;
      next[3] = d;
      next += 4;
      at += 8;
    }
    // Up to four sequences, and a run of ASCII, one by one.
    for (size_t i = 0; i < 4; ++i) {
      if (at == size) return ProgressTo(at, out, next);
      const uint8_t byte = bytes[at];
      if (byte < 0x80) {
        const size_t ascii = simd::WidenAscii(bytes + at, size - at, next);
        at += ascii;
        next += ascii;
        continue;
      }
      const bool is_single = byte >= table.first_single && byte <= table.last_single;
      const char16_t unit = is_single        ? table.units[byte << 8]
                            : size - at == 1 ? char16_t{0}
                                             : table.units[Load16(bytes + at)];
      if (unit == 0) return ProgressTo(at, out, next);
      *next++ = unit;
      at += is_single ? 1 : 2;
    }
  }
}

inline Progress EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size,
                            uint8_t* out) {
  size_t at = 0;
  uint8_t* next = out;
  for (;;) {
    while (size - at >= 8) {
      const v128_t block = V::Load(units + at);
      if (V::NonAscii(block) == 0) {
        V::StoreNarrowed(block, next);
        next += 8;
        at += 8;
        continue;
      }
      // Writes two bytes for each code unit; the next ones overwrite the second byte where it is 0.
      uint8_t* end = next;
      uint32_t missing = 0;
      for (size_t i = 0; i < 8; ++i) {
        const uint32_t pair = table.bytes[units[at + i]];
        missing |= pair - 1;
        end[0] = static_cast<uint8_t>(pair);
        end[1] = static_cast<uint8_t>(pair >> 8);
        end += pair > 0xFF ? 2 : 1;
      }
      if (missing >> 31 != 0) break;
      next = end;
      at += 8;
    }
    // Eight code units, one by one: the end of the input, or one that is missing or is U+0000.
    for (size_t i = 0; i < 8; ++i) {
      if (at == size) return ProgressTo(at, out, next);
      const uint16_t pair = table.bytes[units[at]];
      if (pair == 0 && units[at] != 0) return ProgressTo(at, out, next);
      *next++ = static_cast<uint8_t>(pair);
      if (pair > 0xFF) *next++ = static_cast<uint8_t>(pair >> 8);
      ++at;
    }
  }
}

inline constexpr PairKernels kPairs = {DecodePairs, scalar::DecodePairsUtf8, EncodePairs};

ENCODING_SET_END

#endif
