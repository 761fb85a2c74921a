// The tables of a single-byte encoding that kernels read, made from its 256 code points.
#pragma once

#include <array>
#include <cstdint>

#include "../base/utf8.h"
#include "../core/encoding.h"
#include "../core/index.h"
#include "../simd/single_byte.h"

namespace whatwg_encoding {

// Has the layouts of index::kSingleByteUtf8 and of index::kSingleByteEncodeIndex with its pages.
struct SingleByteTables {
  // `units` has 0 for a byte that stands for nothing. This is kept out of line, so that the
  // compiler does not copy the long function into each of its callers.
  [[gnu::noinline]] explicit SingleByteTables(const uint16_t* units) {
    size_t pages_used = 1;  // page 0 is empty
    for (size_t byte = 0; byte < 256; ++byte) {
      const uint16_t unit = units[byte];
      if (unit == 0 && byte != 0) continue;
      uint8_t bytes[4];
      const auto size = static_cast<uint32_t>(WriteUtf8Bmp(unit, bytes) - bytes);
      utf8[byte] = size << 24;
      for (uint32_t i = 0; i < size; ++i) utf8[byte] |= uint32_t{bytes[i]} << 8 * i;
      uint8_t& page = encode_index[unit >> 6];
      if (page == 0) page = static_cast<uint8_t>(pages_used++);
      uint8_t& place = encode_pages[size_t{page} * 64 + (unit & 63)];
      // An encoder writes the first byte of a character. If no byte below A0 stands for the
      // character, it writes the last one, as IBM's tables of the code pages 1046 and 1161 say.
      if (place == 0 || place >= 0xA0) place = static_cast<uint8_t>(byte);
    }
  }

  simd::SingleByteMap Map(char16_t window) const {
    return {encode_index.data(), encode_pages.data(), window};
  }

  std::array<uint32_t, 256> utf8{};
  std::array<uint8_t, index::kSingleByteEncodeIndexLength> encode_index{};
  std::array<uint8_t, kCodePagePages * 64> encode_pages{};
};

}  // namespace whatwg_encoding
