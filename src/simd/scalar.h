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

PairRun DecodePairs(const PairTable& table, const uint8_t* bytes, size_t size, char16_t* out);
PairRun DecodePairsUtf8(const PairTable& table, const uint8_t* bytes, size_t size, uint8_t* out);
PairRun EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size, uint8_t* out);

}  // namespace encoding::simd::scalar
