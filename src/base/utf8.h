// Functions that write one scalar value in UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "load.h"

namespace whatwg_encoding {

// A continuation byte of UTF-8, made of the lowest six of `bits`.
constexpr uint8_t Utf8Continuation(char32_t bits) {
  return static_cast<uint8_t>(0x80 | (bits & 0x3F));
}

// Writes a scalar value below U+10000 and returns where the next byte goes.
inline uint8_t* WriteUtf8Bmp(char16_t unit, uint8_t* out) {
  if (unit < 0x80) {
    *out++ = static_cast<uint8_t>(unit);
    return out;
  }
  if (unit < 0x800) {
    *out++ = static_cast<uint8_t>(0xC0 | (unit >> 6));
  } else {
    *out++ = static_cast<uint8_t>(0xE0 | (unit >> 12));
    *out++ = Utf8Continuation(unit >> 6);
  }
  *out++ = Utf8Continuation(unit);
  return out;
}

// Writes a scalar value from U+0800 to U+FFFF as three bytes and returns where the next byte goes.
// The fourth byte of `out` may be overwritten.
inline uint8_t* WriteUtf8Three(char16_t unit, uint8_t* out) {
  const uint32_t bits = uint32_t{unit};
  const uint32_t bytes = 0x8080E0 | bits >> 12 | (bits << 2 & 0x3F00) | (bits << 16 & 0x3F0000);
  if constexpr (!kIsBigEndian) {
    std::memcpy(out, &bytes, 4);
  } else {
    for (size_t i = 0; i < 3; ++i) out[i] = static_cast<uint8_t>(bytes >> 8 * i);
  }
  return out + 3;
}

// Writes any scalar value and returns where the next byte goes.
inline uint8_t* WriteUtf8(char32_t scalar, uint8_t* out) {
  if (scalar < 0x10000) return WriteUtf8Bmp(static_cast<char16_t>(scalar), out);
  *out++ = static_cast<uint8_t>(0xF0 | (scalar >> 18));
  *out++ = Utf8Continuation(scalar >> 12);
  *out++ = Utf8Continuation(scalar >> 6);
  *out++ = Utf8Continuation(scalar);
  return out;
}

}  // namespace whatwg_encoding
