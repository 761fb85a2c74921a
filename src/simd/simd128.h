// Vectors of the kernels for WebAssembly with vectors of 128 bits.
// The files ending in -inl.h use them, each between ENCODING_SET_BEGIN and ENCODING_SET_END.
#pragma once

#include "targets.h"

#if defined(ENCODING_WASM)

#include <wasm_simd128.h>

#include <cstddef>
#include <cstdint>

#define ENCODING_SET_BEGIN                   \
  namespace whatwg_encoding::simd::simd128 { \
  namespace { /* NOLINT(google-build-namespaces) */
#define ENCODING_SET_END \
  }                      \
  }

ENCODING_SET_BEGIN

struct V {
  static constexpr size_t kBytes = 16;

  static v128_t Load(const void* from) { return wasm_v128_load(from); }
  static void Store(v128_t block, void* to) { wasm_v128_store(to, block); }
  static v128_t Fill8(uint8_t byte) { return wasm_u8x16_splat(byte); }
  static v128_t Fill16(uint16_t unit) { return wasm_u16x8_splat(unit); }
  static unsigned HighBits(v128_t bytes) { return wasm_i8x16_bitmask(bytes); }
  static unsigned EqualBytes(v128_t a, v128_t b) { return HighBits(wasm_i8x16_eq(a, b)); }
  static unsigned EqualUnits(v128_t a, v128_t b) { return wasm_i16x8_bitmask(wasm_i16x8_eq(a, b)); }
  static void StoreWidened(v128_t bytes, char16_t* out) {
    Store(wasm_u16x8_extend_low_u8x16(bytes), out);
    Store(wasm_u16x8_extend_high_u8x16(bytes), out + 8);
  }
  static void StoreNarrowed(v128_t units, uint8_t* out) {
    wasm_v128_store64_lane(out, wasm_u8x16_narrow_i16x8(units, units), 0);
  }
  static unsigned NonAscii(v128_t units) {
    return wasm_i16x8_bitmask(wasm_u16x8_gt(units, Fill16(0x7F)));
  }
  static v128_t Swap(v128_t units) { return wasm_i16x8_shl(units, 8) | wasm_u16x8_shr(units, 8); }
};

ENCODING_SET_END

#endif
