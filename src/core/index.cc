// Looks up code points and pointers in index gb18030 ranges.
// https://encoding.spec.whatwg.org/#index-gb18030-ranges-code-point
#include "index.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "../base/plain.h"

namespace whatwg_encoding::index {

namespace {

// For each 64 pointers, and for each 64 code points, the last range that begins at or before the
// first of them. The first range begins at pointer 0 and at U+0080.
struct NearbyRanges {
  NearbyRanges() {
    for (size_t i = 0; i < std::size(of_pointer); ++i) {
      of_pointer[i] = Last(kGb18030RangePointers, i * 64);
    }
    for (size_t i = 0; i < std::size(of_code_point); ++i) {
      of_code_point[i] = Last(kGb18030RangeCodePoints, i * 64);
    }
  }

  static uint8_t Last(const uint16_t (&starts)[kGb18030RangeCount], size_t value) {
    const auto after = std::upper_bound(std::begin(starts), std::end(starts), value);
    return static_cast<uint8_t>(std::max<ptrdiff_t>(after - starts, 1) - 1);
  }

  uint8_t of_pointer[39419 / 64 + 1];
  uint8_t of_code_point[0x10000 / 64];
};

const NearbyRanges& Nearby() {
  static const NearbyRanges nearby;
  return nearby;
}

// Finds the last range that begins at or before the value. `range` is one that does.
size_t LastRange(const uint16_t (&starts)[kGb18030RangeCount], size_t range, uint32_t value) {
  while (range + 1 < kGb18030RangeCount && starts[range + 1] <= value) ++range;
  return range;
}

}  // namespace

char32_t Gb18030RangesCodePoint(uint32_t pointer) {
  if (pointer > 1237575) return 0;
  if (pointer >= 189000) return 0x10000 + (pointer - 189000);
  if (pointer > 39419) return 0;
  if (pointer == 7457) return 0xE7C7;
  const size_t range =
      LastRange(kGb18030RangePointers, kIsPlain ? 0 : Nearby().of_pointer[pointer / 64], pointer);
  return kGb18030RangeCodePoints[range] + pointer - kGb18030RangePointers[range];
}

uint32_t Gb18030RangesPointer(char32_t code_point) {
  if (code_point == 0xE7C7) return 7457;
  if (code_point >= 0x10000) return 189000 + (code_point - 0x10000);
  const size_t range = LastRange(
      kGb18030RangeCodePoints, kIsPlain ? 0 : Nearby().of_code_point[code_point / 64], code_point);
  return kGb18030RangePointers[range] + code_point - kGb18030RangeCodePoints[range];
}

}  // namespace whatwg_encoding::index
