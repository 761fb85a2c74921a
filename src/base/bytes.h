// Spans of bytes and of UTF-16 code units, questions about one byte, and the case of ASCII.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace whatwg_encoding {

using Bytes = std::span<const uint8_t>;
using Units = std::span<const char16_t>;

inline constexpr uint8_t kEscapeByte = 0x1B;

constexpr bool IsAsciiByte(uint8_t byte) { return byte < 0x80; }

constexpr bool InRange(uint8_t byte, uint8_t first, uint8_t last) {
  return static_cast<uint8_t>(byte - first) <= last - first;
}

// https://infra.spec.whatwg.org/#ascii-digit
constexpr bool IsAsciiDigit(uint8_t byte) { return InRange(byte, '0', '9'); }

// https://infra.spec.whatwg.org/#ascii-alpha
constexpr bool IsAsciiLetter(uint8_t byte) {
  return InRange(static_cast<uint8_t>(byte | 0x20), 'a', 'z');
}

// https://infra.spec.whatwg.org/#ascii-lowercase
constexpr char AsciiLowercase(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// Whether two texts are the same, whatever the case of the letters of ASCII.
// https://infra.spec.whatwg.org/#ascii-case-insensitive
constexpr bool IsSameIgnoringCase(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return AsciiLowercase(x) == AsciiLowercase(y); });
}

}  // namespace whatwg_encoding
