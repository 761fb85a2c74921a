// Helpers for sequences-inl.h: UTF-16 code units at any address, in either byte order.
// May include base/ and simd/.
#pragma once

#include <cstring>

#include "../base/load.h"
#include "../base/surrogates.h"
#include "../base/utf8.h"

namespace whatwg_encoding::simd {

inline uint16_t LoadUnit(const uint8_t* bytes) {
  uint16_t unit;
  std::memcpy(&unit, bytes, 2);
  return unit;
}

inline uint16_t Swap(uint16_t unit) { return static_cast<uint16_t>(unit << 8 | unit >> 8); }

}  // namespace whatwg_encoding::simd
