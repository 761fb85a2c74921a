// Functions that convert ASCII up to the first byte or code unit that is not ASCII, and return how
// many they have converted. Widening and copying have kernels. For the others the scalar functions
// are as fast in whole calls.
// May include base/ and simd/.
#pragma once

#include "kernels.h"
#include "scalar.h"

namespace whatwg_encoding::simd {

using scalar::AsciiPrefix;
using scalar::NarrowAscii;

inline size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out) {
  return kActive->widen_ascii(bytes, size, out);
}

inline size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out) {
  return kActive->copy_ascii(bytes, size, out);
}

}  // namespace whatwg_encoding::simd
