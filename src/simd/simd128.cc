// The kernels for WebAssembly with vectors of 128 bits.
// May include base/ and simd/.
#include "targets.h"

#if defined(ENCODING_WASM)

#include <wasm_simd128.h>

#include <algorithm>
#include <bit>
#include <cstring>

#include "../base/load.h"
#include "ascii.h"
#include "scalar.h"
#include "sequences.h"

namespace whatwg_encoding::simd {
namespace simd128 {
namespace {

struct V {
  static constexpr size_t kBytes = 16;

  static v128_t Load(const void* from) { return wasm_v128_load(from); }
  static void Store(v128_t block, void* to) { wasm_v128_store(to, block); }
  static v128_t Or(v128_t a, v128_t b) { return wasm_v128_or(a, b); }
  static unsigned HighBits(v128_t bytes) { return wasm_i8x16_bitmask(bytes); }
  static unsigned C1Bits(v128_t bytes) {
    const v128_t top = wasm_v128_and(bytes, wasm_u8x16_splat(0xE0));
    return wasm_i8x16_bitmask(wasm_i8x16_eq(top, wasm_u8x16_splat(0x80)));
  }
  static void StoreWidened(v128_t bytes, char16_t* out) {
    Store(wasm_u16x8_extend_low_u8x16(bytes), out);
    Store(wasm_u16x8_extend_high_u8x16(bytes), out + 8);
  }
  static void StoreNarrowed(v128_t units, uint8_t* out) {
    wasm_v128_store64_lane(out, wasm_u8x16_narrow_i16x8(units, units), 0);
  }
  static unsigned NonAscii(v128_t units) {
    return wasm_i16x8_bitmask(wasm_u16x8_gt(units, wasm_u16x8_splat(0x7F)));
  }
  static unsigned Surrogates(v128_t units) {
    const v128_t top = wasm_v128_and(units, wasm_u16x8_splat(0xF800));
    return wasm_i16x8_bitmask(wasm_i16x8_eq(top, wasm_u16x8_splat(0xD800)));
  }
  static unsigned LeadingSurrogates(v128_t units) {
    const v128_t top = wasm_v128_and(units, wasm_u16x8_splat(0xFC00));
    return wasm_i16x8_bitmask(wasm_i16x8_eq(top, wasm_u16x8_splat(0xD800)));
  }
  static v128_t Swap(v128_t units) {
    return wasm_v128_or(wasm_i16x8_shl(units, 8), wasm_u16x8_shr(units, 8));
  }
};

using scalar::DecodePairsUtf8;
using scalar::ToEucJp;

// Compiled to WebAssembly, the scalar kernels for pairs take three times as long as natively,
// because they compute in many steps how many of four can be converted. DecodePairs() branches on
// whether all four can be, and EncodePairs() writes two bytes for each code unit: that makes them
// 1.5 and 4 times as fast.

// Whether one of the numbers, each below 0x8000'0000, is smaller than `least`.
template <typename... Numbers>
bool AnyBelow(uint32_t least, Numbers... numbers) {
  return ((uint32_t{numbers} - least) | ...) >> 31 != 0;
}

Progress DecodePairs(const PairTable& table, const uint8_t* bytes, size_t size, char16_t* out) {
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
      if (at == size) return {at, static_cast<size_t>(next - out)};
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
      if (unit == 0) return {at, static_cast<size_t>(next - out)};
      *next++ = unit;
      at += is_single ? 1 : 2;
    }
  }
}

Progress EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size,
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
      if (at == size) return {at, static_cast<size_t>(next - out)};
      const uint16_t pair = table.bytes[units[at]];
      if (pair == 0 && units[at] != 0) return {at, static_cast<size_t>(next - out)};
      *next++ = static_cast<uint8_t>(pair);
      if (pair > 0xFF) *next++ = static_cast<uint8_t>(pair >> 8);
      ++at;
    }
  }
}

// This comes first, so that the kernels below call those defined here.
#include "vector-inl.h"

namespace tables {
#include "single_byte-inl.h"
}  // namespace tables
#include "sequences-inl.h"

constexpr UnicodeKernels kUnicode = {TranscodeSequences, CopySequences, MeasureSequences,
                                     TranscodeCodeUnits};

}  // namespace
}  // namespace simd128

const Kernels kSimd128 =
    simd128::MakeKernels("simd128", simd128::kUnicode, simd128::tables::kSingleByte);

}  // namespace whatwg_encoding::simd

#endif
