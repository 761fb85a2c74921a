// The kernels without vectors, which the others call for what is shorter than a vector.
#pragma once

#include "simd/kernels.h"

namespace encoding::simd::scalar {

size_t AsciiPrefix(const uint8_t* bytes, size_t size);
size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out);
size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out);
size_t NarrowAscii(const char16_t* units, size_t size, uint8_t* out);
size_t CopyUtf16(const uint8_t* bytes, size_t size, Swapped swapped, uint8_t* out);
size_t NonC1Prefix(const uint8_t* bytes, size_t size);
Progress Utf8ToUtf16(const uint8_t* bytes, size_t size, char16_t* out);
size_t CopyUtf8(const uint8_t* bytes, size_t size, uint8_t* out);
Progress MeasureUtf8(const uint8_t* bytes, size_t size);
Progress Utf16ToUtf8(const uint8_t* bytes, size_t size, bool swapped, uint8_t* out);

inline constexpr UnicodeKernels kUnicode = {Utf8ToUtf16, CopyUtf8, MeasureUtf8, Utf16ToUtf8};

}  // namespace encoding::simd::scalar
