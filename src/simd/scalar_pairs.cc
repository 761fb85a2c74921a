// The kernels that decode pairs, without vector instructions.
#include <algorithm>
#include <cstring>

#include "../base/load.h"
#include "../base/utf8.h"
#include "ascii.h"
#include "lanes.h"
#include "scalar.h"

namespace whatwg_encoding::simd::scalar {

namespace {

// Where decoded pairs are written. AppendUpToFour(units, count) appends the first `count` of four
// code units, the first in the lowest bits, none of which is ASCII or a surrogate; there must be
// room for all four. TakeShortAscii() decodes up to eight ASCII bytes up to the first other byte,
// and returns how many.
struct PairUnitsWriter : UnitsWriter {
  void Append(char16_t unit) { *next++ = unit; }
  void AppendUpToFour(uint64_t units, size_t count) {
    if constexpr (!kIsBigEndian) {
      std::memcpy(next, &units, 8);
    } else {
      for (size_t i = 0; i < 4; ++i) next[i] = static_cast<char16_t>(units >> 16 * i);
    }
    next += count;
  }
  size_t TakeShortAscii(const uint8_t* bytes) {
    const size_t taken = BytesBefore(Load64(bytes));
    for (size_t i = 0; i < 8; ++i) next[i] = bytes[i];
    next += taken;
    return taken;
  }
};

struct PairUtf8Writer : Utf8Writer {
  void Append(char16_t unit) { next = WriteUtf8Bmp(unit, next); }
  void AppendUpToFour(uint64_t units, size_t count) {
    // Adding 0x7800 carries into the highest bit for U+0800 and above, which have three bytes.
    const uint64_t unused = count == 4 ? 0 : ~uint64_t{0} << 16 * count;
    const uint64_t carries = (units & 0x7FFF'7FFF'7FFF'7FFF) + 0x7800'7800'7800'7800;
    const bool all_have_three_bytes = ((carries | units | unused) & kTopOfLanes) == kTopOfLanes;
    if (all_have_three_bytes) {
      for (size_t i = 0; i < 4; ++i) {
        WriteUtf8Three(static_cast<char16_t>(units >> 16 * i), next + 3 * i);
      }
      next += 3 * count;
      return;
    }
    for (size_t i = 0; i < count; ++i) Append(static_cast<char16_t>(units >> 16 * i));
  }
  size_t TakeShortAscii(const uint8_t* bytes) {
    const size_t taken = BytesBefore(Load64(bytes));
    std::memcpy(next, bytes, 8);
    next += taken;
    return taken;
  }
};

// Decodes up to the first byte that the table cannot decode, up to four pairs and up to eight
// ASCII bytes at a time. How many there are of each is computed and not branched on, so that text
// with a space every few characters costs no mispredicted branches.
template <typename Writer>
size_t Decode(const PairTable& table, const uint8_t* bytes, size_t size, Writer& out) {
  const char16_t* const units = table.units;
  size_t at = 0;
  for (;;) {
    while (size - at >= 16) {
      const uint64_t word = Load64(bytes + at);
      const size_t pairs = LowestOfFour(~word & 0x0080'0080'0080'0080);
      const uint64_t four =
          uint64_t{units[word & 0xFFFF]} | uint64_t{units[word >> 16 & 0xFFFF]} << 16 |
          uint64_t{units[word >> 32 & 0xFFFF]} << 32 | uint64_t{units[word >> 48]} << 48;
      // The highest bit of a lane is set here for the lowest unit that is 0, and perhaps for units
      // above it.
      const size_t known = LowestOfFour((four - 0x0001'0001'0001'0001) & ~four & kTopOfLanes);
      const size_t count = std::min(pairs, known);
      out.AppendUpToFour(four, count);
      at += 2 * count;
      if (count == 4) continue;
      if (known < pairs) break;
      const size_t ascii = out.TakeShortAscii(bytes + at);
      at += ascii;
      if (ascii == 8) at += out.TakeAscii(bytes + at, size - at);
    }
    if (at == size) return at;
    const uint8_t byte = bytes[at];
    if (byte < 0x80) {
      at += out.TakeAscii(bytes + at, size - at);
      continue;
    }
    const bool is_single = byte >= table.first_single && byte <= table.last_single;
    if (!is_single && size - at == 1) return at;
    const char16_t unit = units[is_single ? byte << 8 : Load16(bytes + at)];
    if (unit == 0) return at;
    out.Append(unit);
    at += is_single ? 1 : 2;
  }
}

}  // namespace

Progress DecodePairs(const PairTable& table, const uint8_t* bytes, size_t size, char16_t* out) {
  PairUnitsWriter writer{{out}};
  const size_t read = Decode(table, bytes, size, writer);
  return ProgressTo(read, out, writer.next);
}

Progress DecodePairsUtf8(const PairTable& table, const uint8_t* bytes, size_t size, uint8_t* out) {
  PairUtf8Writer writer{{out}};
  const size_t read = Decode(table, bytes, size, writer);
  return ProgressTo(read, out, writer.next);
}

}  // namespace whatwg_encoding::simd::scalar
