// Vectors of the kernels for WebAssembly with vectors of 128 bits.
// The files ending in -inl.h use them, each between ENCODING_SET_BEGIN and ENCODING_SET_END.
// May include base/ and simd/.
#pragma once

#include "targets.h"

#if defined(ENCODING_WASM)

#include <wasm_simd128.h>

#include <bit>
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

ENCODING_SET_END

#endif
