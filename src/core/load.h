// Several bytes at once, the first in the lowest bits, whatever the byte order of the machine.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

namespace encoding {

inline uint16_t Load16(const uint8_t* bytes) {
  return static_cast<uint16_t>(bytes[0] | bytes[1] << 8);
}

inline uint32_t Load32(const uint8_t* bytes) {
  return Load16(bytes) | static_cast<uint32_t>(Load16(bytes + 2)) << 16;
}

inline uint64_t Load64(const uint8_t* bytes) {
  uint64_t word;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&word, bytes, 8);
  } else {
    word = Load32(bytes) | static_cast<uint64_t>(Load32(bytes + 4)) << 32;
  }
  return word;
}

}  // namespace encoding
