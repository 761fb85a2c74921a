// Questions about a word that holds four numbers of sixteen bits, the first in the lowest bits.
// May include base/ and simd/.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace encoding::simd {

// The highest bit of each of the four lanes.
inline constexpr uint64_t kTopOfLanes = 0x8000'8000'8000'8000;

// The number of the sixteen-bit lane in which the lowest set bit is, from 0 to 3; 4 when no bit is
// set.
inline size_t LowestOfFour(uint64_t bits) {
  return bits == 0 ? 4 : static_cast<size_t>(std::countr_zero(bits)) / 16;
}

}  // namespace encoding::simd
