// Functions that convert ASCII up to the first byte or code unit that is not ASCII, and return how
// many they have converted. Widening and copying have kernels. For the others the scalar functions
// are as fast in whole calls.
#pragma once

#include "kernels.h"
#include "scalar.h"

namespace whatwg_encoding::simd {

using scalar::AsciiPrefix;
using scalar::NarrowAscii;

inline size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out) {
  return Active()->widen_ascii(bytes, size, out);
}

inline size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out) {
  return Active()->copy_ascii(bytes, size, out);
}

// Where decoded text is written: as UTF-16 code units, or as UTF-8 bytes. TakeAscii() takes the
// ASCII bytes up to the first other byte, and returns how many.
struct UnitsWriter {
  char16_t* next;

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = WidenAscii(bytes, size, next);
    next += taken;
    return taken;
  }
};

struct Utf8Writer {
  uint8_t* next;

  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = CopyAscii(bytes, size, next);
    next += taken;
    return taken;
  }
};

}  // namespace whatwg_encoding::simd
