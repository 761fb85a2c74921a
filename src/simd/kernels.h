// The few functions worth more than a plain loop. All take any length and alignment, and touch no
// byte outside what they are given.
#pragma once

#include <cstddef>
#include <cstdint>

namespace encoding::simd {

// How many of the `size` bytes come before the first that is not ASCII.
size_t AsciiPrefix(const uint8_t* bytes, size_t size);

// The same, and puts each of those bytes into `out` as a UTF-16 code unit.
size_t WidenAscii(const uint8_t* bytes, size_t size, char16_t* out);

// The same, and copies those bytes to `out`, which does not overlap them.
size_t CopyAscii(const uint8_t* bytes, size_t size, uint8_t* out);

// How many of the `size` code units come before the first that is not ASCII; puts each of those
// into `out` as a byte.
size_t NarrowAscii(const char16_t* units, size_t size, uint8_t* out);

}  // namespace encoding::simd
