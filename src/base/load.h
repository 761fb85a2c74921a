// Loads and stores of several bytes or code units as one number. The first byte or code unit is in
// the lowest bits, whatever the byte order of the machine.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace whatwg_encoding {

inline constexpr bool kIsBigEndian = std::endian::native == std::endian::big;

inline uint16_t Load16(const uint8_t* bytes) {
  return static_cast<uint16_t>(bytes[0] | bytes[1] << 8);
}

inline uint32_t Load32(const uint8_t* bytes) {
  return Load16(bytes) | static_cast<uint32_t>(Load16(bytes + 2)) << 16;
}

inline uint64_t Load64(const uint8_t* bytes) {
  uint64_t word;
  if constexpr (!kIsBigEndian) {
    std::memcpy(&word, bytes, 8);
  } else {
    word = Load32(bytes) | static_cast<uint64_t>(Load32(bytes + 4)) << 32;
  }
  return word;
}

inline void Store64(uint64_t word, uint8_t* bytes) {
  if constexpr (!kIsBigEndian) {
    std::memcpy(bytes, &word, 8);
  } else {
    for (size_t i = 0; i < 8; ++i) bytes[i] = static_cast<uint8_t>(word >> 8 * i);
  }
}

inline uint64_t Load64(const char16_t* units) {
  uint64_t word;
  if constexpr (!kIsBigEndian) {
    std::memcpy(&word, units, 8);
  } else {
    word = uint64_t{units[0]} | uint64_t{units[1]} << 16 | uint64_t{units[2]} << 32 |
           uint64_t{units[3]} << 48;
  }
  return word;
}

}  // namespace whatwg_encoding
