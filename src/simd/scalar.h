// The kernels without vectors, which the others call for what is shorter than a vector.
#pragma once

#include "simd/kernels.h"

namespace encoding::simd::scalar {

size_t AsciiPrefix(const uint8_t* bytes, size_t size);
size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out);
size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out);
size_t NarrowAscii(const char16_t* units, size_t size, uint8_t* out);
size_t CopyUtf16(const uint8_t* bytes, size_t size, bool swapped, char16_t* out);
size_t NonC1Prefix(const uint8_t* bytes, size_t size);

extern const SingleByteKernels kSingleByte;

// Encodes those of the `count` code units, 64 at most, that `missing` has a bit for, each into its
// place in `out`, up to the first that has no byte; returns how many come before that.
size_t FillMissing(const SingleByteMap& map, const char16_t* units, size_t count, uint64_t missing,
                   uint8_t* out);

}  // namespace encoding::simd::scalar
