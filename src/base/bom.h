// The byte order mark, U+FEFF, in UTF-16 and in UTF-8.
#pragma once

#include <cstddef>
#include <cstdint>

namespace whatwg_encoding {

// Each returns how many places at the start of a text are a byte order mark: 0 when there is none.

constexpr size_t BomAtStart(const char16_t* units, size_t size) {
  return size >= 1 && units[0] == 0xFEFF ? 1 : 0;
}

constexpr size_t BomAtStart(const uint8_t* utf8, size_t size) {
  return size >= 3 && utf8[0] == 0xEF && utf8[1] == 0xBB && utf8[2] == 0xBF ? 3 : 0;
}

}  // namespace whatwg_encoding
