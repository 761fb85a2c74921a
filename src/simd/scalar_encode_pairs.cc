// The kernel that encodes in pairs, without vector instructions.
#include <algorithm>

#include "../base/load.h"
#include "lanes.h"
#include "scalar.h"

namespace whatwg_encoding::simd::scalar {

namespace {

// How many of four code units, the first in the lowest bits, come before the first that is ASCII.
size_t NonAsciiUnits(uint64_t units) {
  // Adding 0x7F80 carries into the highest bit for U+0080 and above.
  const uint64_t carries = (units & 0x7FFF'7FFF'7FFF'7FFF) + 0x7F80'7F80'7F80'7F80;
  const uint64_t ascii = ~(carries | units) & kTopOfLanes;
  return ascii == 0 ? 4 : LowestBit(ascii) / 16;
}

}  // namespace

// Encodes up to four code units of two bytes, and runs of ASCII, at a time. How many there
// are of each is computed and not branched on, as in Decode() of scalar_pairs.cc.
Progress EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size,
                     uint8_t* out) {
  uint8_t* next = out;
  size_t at = 0;
  for (;;) {
    while (size - at >= 4) {
      const uint64_t word = Load64(units + at);
      const size_t other = NonAsciiUnits(word);
      const uint64_t four = uint64_t{table.bytes[word & 0xFFFF]} |
                            uint64_t{table.bytes[word >> 16 & 0xFFFF]} << 16 |
                            uint64_t{table.bytes[word >> 32 & 0xFFFF]} << 32 |
                            uint64_t{table.bytes[word >> 48]} << 48;
      // Two bytes have a bit above the lower eight. It is the highest bit of the lane, or adding
      // 0x7F00 carries into that.
      const uint64_t carries = (four & 0x7FFF'7FFF'7FFF'7FFF) + 0x7F00'7F00'7F00'7F00;
      const size_t known = LowestOfFour(~(carries | four) & kTopOfLanes);
      const size_t count = std::min(other, known);
      Store64(four, next);
      next += 2 * count;
      at += count;
      if (count == 4) continue;
      if (known < other) break;
      const size_t ascii = NarrowAscii(units + at, size - at, next);
      at += ascii;
      next += ascii;
    }
    if (at == size) break;
    if (units[at] < 0x80) {
      const size_t ascii = NarrowAscii(units + at, size - at, next);
      at += ascii;
      next += ascii;
      continue;
    }
    const uint16_t bytes = table.bytes[units[at]];
    if (bytes == 0) break;
    *next++ = static_cast<uint8_t>(bytes);
    if (bytes >= 0x100) *next++ = static_cast<uint8_t>(bytes >> 8);
    ++at;
  }
  return ProgressTo(at, out, next);
}

}  // namespace whatwg_encoding::simd::scalar
