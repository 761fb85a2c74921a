// Single sequences of UTF-8 and code units of UTF-16, for the kernels that read them one by one.
#pragma once

#include <cstring>

#include "core/load.h"
#include "core/sink.h"

namespace encoding::simd {

struct Sequence {
  size_t size;  // 0: malformed or cut
  char32_t code_point;
};

// Reads the sequence that begins with a byte that is not ASCII. The same as the steps of the
// standard's decoder: what its boundaries refuse is refused by the code point.
inline Sequence ReadSequence(const uint8_t* bytes, size_t size) {
  constexpr Sequence kNone = {0, 0};
  uint32_t word = 0;  // what is beyond the end continues no sequence
  if (size >= 4) {
    word = Load32(bytes);
  } else {
    for (size_t i = 0; i < size; ++i) word |= static_cast<uint32_t>(bytes[i]) << 8 * i;
  }
  if ((word & 0x00C0'C0F0) == 0x0080'80E0) {
    const uint32_t code_point = (word & 0xF) << 12 | (word >> 2 & 0xFC0) | (word >> 16 & 0x3F);
    if (code_point < 0x800 || (code_point & 0xF800) == 0xD800) return kNone;
    return {3, code_point};
  }
  if ((word & 0x0000'C0E0) == 0x0000'80C0) {
    const uint32_t code_point = (word & 0x1F) << 6 | (word >> 8 & 0x3F);
    return code_point < 0x80 ? kNone : Sequence{2, code_point};
  }
  if ((word & 0xC0C0'C0F8) == 0x8080'80F0) {
    const uint32_t code_point =
        (word & 0x7) << 18 | (word << 4 & 0x3F000) | (word >> 10 & 0xFC0) | (word >> 24 & 0x3F);
    return code_point < 0x10000 || code_point > 0x10FFFF ? kNone : Sequence{4, code_point};
  }
  return kNone;
}

inline uint16_t LoadUnit(const uint8_t* bytes) {
  uint16_t unit;
  std::memcpy(&unit, bytes, 2);
  return unit;
}

inline uint16_t Swap(uint16_t unit) { return static_cast<uint16_t>(unit << 8 | unit >> 8); }

}  // namespace encoding::simd
