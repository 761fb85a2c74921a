// Spans of bytes and of UTF-16 code units, and questions about one byte.
// May include only base/.
#pragma once

#include <cstdint>
#include <span>

namespace whatwg_encoding {

using Bytes = std::span<const uint8_t>;
using Units = std::span<const char16_t>;

constexpr bool IsAsciiByte(uint8_t byte) { return byte < 0x80; }

constexpr bool InRange(uint8_t byte, uint8_t first, uint8_t last) {
  return static_cast<uint8_t>(byte - first) <= last - first;
}

}  // namespace whatwg_encoding
