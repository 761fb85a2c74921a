// Questions about a word of bits, which may hold eight bytes or four numbers of sixteen bits. The
// first of them is in the lowest bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace whatwg_encoding::simd {

// The place of the lowest set bit; there must be one.
inline size_t LowestBit(uint64_t bits) { return static_cast<size_t>(std::countr_zero(bits)); }

// How many bits are set.
inline size_t CountBits(uint64_t bits) { return static_cast<size_t>(std::popcount(bits)); }

// The number 1 in each of eight bytes.
inline constexpr uint64_t kEachByte = 0x0101'0101'0101'0101;

// How many of eight bytes, the first in the lowest bits, come before the first whose highest bit is
// set in `marks`.
inline size_t BytesBefore(uint64_t marks) {
  const uint64_t marked = marks & kEachByte << 7;
  return marked == 0 ? 8 : LowestBit(marked) / 8;
}

// The highest bit of each of four numbers of sixteen bits.
inline constexpr uint64_t kTopOfLanes = 0x8000'8000'8000'8000;

// The number of the sixteen-bit lane in which the lowest set bit is, from 0 to 3; 4 when no bit is
// set.
inline size_t LowestOfFour(uint64_t bits) { return bits == 0 ? 4 : LowestBit(bits) / 16; }

}  // namespace whatwg_encoding::simd
