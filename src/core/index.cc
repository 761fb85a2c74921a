#include "core/index.h"

#include <algorithm>
#include <iterator>

namespace encoding::index {

char32_t Gb18030RangesCodePoint(uint32_t pointer) {
  if (pointer > 1237575) return 0;
  if (pointer >= 189000) return 0x10000 + (pointer - 189000);
  if (pointer > 39419) return 0;
  if (pointer == 7457) return 0xE7C7;
  // The last range that begins at or before the pointer; the first begins at 0.
  const uint16_t* after =
      std::upper_bound(std::begin(kGb18030RangePointers), std::end(kGb18030RangePointers), pointer);
  const auto range = static_cast<size_t>(after - kGb18030RangePointers) - 1;
  return kGb18030RangeCodePoints[range] + pointer - kGb18030RangePointers[range];
}

uint32_t Gb18030RangesPointer(char32_t code_point) {
  if (code_point == 0xE7C7) return 7457;
  if (code_point >= 0x10000) return 189000 + (code_point - 0x10000);
  // The last range that begins at or before the code point; the first begins at U+0080.
  const uint16_t* after = std::upper_bound(std::begin(kGb18030RangeCodePoints),
                                           std::end(kGb18030RangeCodePoints), code_point);
  const auto range = static_cast<size_t>(after - kGb18030RangeCodePoints) - 1;
  return kGb18030RangePointers[range] + code_point - kGb18030RangeCodePoints[range];
}

}  // namespace encoding::index
