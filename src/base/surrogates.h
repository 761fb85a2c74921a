// Surrogates: two of these code units together stand for one scalar value above U+FFFF.
#pragma once

#include <cstddef>

namespace whatwg_encoding {

constexpr bool IsSurrogate(char32_t code_point) { return (code_point & 0xFFFFF800) == 0xD800; }
constexpr bool IsLeadingSurrogate(char16_t unit) { return (unit & 0xFC00) == 0xD800; }
constexpr bool IsTrailingSurrogate(char16_t unit) { return (unit & 0xFC00) == 0xDC00; }

// How many UTF-16 code units a code point has.
constexpr size_t CodeUnits(char32_t code_point) { return code_point < 0x10000 ? 1 : 2; }

// The scalar value that two surrogates stand for.
constexpr char32_t FromSurrogates(char16_t leading, char16_t trailing) {
  return 0x10000u + ((leading & 0x3FFu) << 10) + (trailing & 0x3FFu);
}

// The surrogates that stand for a scalar value above U+FFFF.
constexpr char16_t LeadingSurrogate(char32_t code_point) {
  return static_cast<char16_t>(0xD7C0 + (code_point >> 10));
}
constexpr char16_t TrailingSurrogate(char32_t code_point) {
  return static_cast<char16_t>(0xDC00 | (code_point & 0x3FF));
}

}  // namespace whatwg_encoding
