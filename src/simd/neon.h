// Vectors of the kernels for arm64 processors, all of which have NEON.
// The files ending in -inl.h use them, each between ENCODING_SET_BEGIN and ENCODING_SET_END.
#pragma once

#include "targets.h"

#if defined(ENCODING_ARM64)

#include <arm_neon.h>

#include <cstddef>
#include <cstdint>

#define ENCODING_SET_BEGIN                \
  namespace whatwg_encoding::simd::neon { \
  namespace { /* NOLINT(google-build-namespaces) */
#define ENCODING_SET_END \
  }                      \
  }

ENCODING_SET_BEGIN

struct V {
  static constexpr size_t kBytes = 16;

  static uint8x16_t Load(const uint8_t* bytes) { return vld1q_u8(bytes); }
  static uint8x16_t Load(const char16_t* units) {
    return vld1q_u8(reinterpret_cast<const uint8_t*>(units));
  }
  static void Store(uint8x16_t block, uint8_t* to) { vst1q_u8(to, block); }
  static uint8x16_t Fill8(auto byte) { return vdupq_n_u8(static_cast<uint8_t>(byte)); }
  static uint8x16_t Fill16(uint16_t unit) { return vreinterpretq_u8_u16(vdupq_n_u16(unit)); }
  // In each of eight bytes a bit of its own.
  static uint8x8_t Bits() { return vcreate_u8(0x8040'2010'0804'0201); }
  static unsigned HighBits(uint8x16_t bytes) {
    if (vmaxvq_u8(bytes) < 0x80) return 0;
    const uint8x16_t is_high = vcltzq_s8(vreinterpretq_s8_u8(bytes));
    const uint8x16_t bits = is_high & vcombine_u8(Bits(), Bits());
    return vaddv_u8(vget_low_u8(bits)) | static_cast<unsigned>(vaddv_u8(vget_high_u8(bits))) << 8;
  }
  static unsigned EqualBytes(uint8x16_t a, uint8x16_t b) { return HighBits(vceqq_u8(a, b)); }
  static unsigned EqualUnits(uint8x16_t a, uint8x16_t b) {
    const uint16x8_t equal = vceqq_u16(vreinterpretq_u16_u8(a), vreinterpretq_u16_u8(b));
    return vaddv_u8(vmovn_u16(equal) & Bits());
  }
  static void StoreWidened(uint8x16_t bytes, char16_t* out) {
    uint16_t* const units = reinterpret_cast<uint16_t*>(out);
    vst1q_u16(units, vmovl_u8(vget_low_u8(bytes)));
    vst1q_u16(units + 8, vmovl_u8(vget_high_u8(bytes)));
  }
  static void StoreNarrowed(uint8x16_t units, uint8_t* out) {
    vst1_u8(out, vmovn_u16(vreinterpretq_u16_u8(units)));
  }
  static uint8x16_t Swap(uint8x16_t units) { return vrev16q_u8(units); }
};

ENCODING_SET_END

#endif
