// The kernels of pairs.h without vector instructions, except for sixteen bytes of ASCII at a time.
// May include base/ and simd/.
#include "simd/pairs.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "base/load.h"
#include "base/utf8.h"
#include "simd/scalar.h"

namespace encoding::simd::scalar {

namespace {

constexpr uint64_t kTop = 0x8000'8000'8000'8000;

// The number of the sixteen-bit lane in which the lowest set bit is, from 0 to 3; 4 when no bit is
// set.
size_t LowestOfFour(uint64_t bits) {
  return bits == 0 ? 4 : static_cast<size_t>(std::countr_zero(bits)) / 16;
}

// How many of four code units, the first in the lowest bits, come before the first that is ASCII.
size_t NonAsciiUnits(uint64_t units) {
  // Adding 0x7F80 carries into the highest bit for U+0080 and above.
  const uint64_t carries = (units & 0x7FFF'7FFF'7FFF'7FFF) + 0x7F80'7F80'7F80'7F80;
  const uint64_t ascii = ~(carries | units) & kTop;
  return ascii == 0 ? 4 : static_cast<size_t>(std::countr_zero(ascii)) / 16;
}

// Where decoded text is written: as UTF-16 code units, or as UTF-8 bytes. AppendUpToFour(units,
// count) appends the first `count` of four code units, the first in the lowest bits, none of which
// is ASCII or a surrogate; there must be room for all four. TakeShortAscii() decodes up to sixteen
// ASCII bytes and TakeAscii() up to `size`; both stop at the first other byte, and return how many
// they have read.
struct UnitsWriter {
  char16_t* next;

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
    const size_t taken = WidenShortAscii(bytes, next);
    next += taken;
    return taken;
  }
  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::WidenAscii(bytes, size, next);
    next += taken;
    return taken;
  }
};

struct Utf8Writer {
  uint8_t* next;

  void Append(char16_t unit) { next = WriteUtf8Bmp(unit, next); }
  void AppendUpToFour(uint64_t units, size_t count) {
    // Adding 0x7800 carries into the highest bit for U+0800 and above, which have three bytes.
    const uint64_t unused = count == 4 ? 0 : ~uint64_t{0} << 16 * count;
    const uint64_t carries = (units & 0x7FFF'7FFF'7FFF'7FFF) + 0x7800'7800'7800'7800;
    const bool all_have_three_bytes = ((carries | units | unused) & kTop) == kTop;
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
    const size_t taken = CopyShortAscii(bytes, next);
    next += taken;
    return taken;
  }
  size_t TakeAscii(const uint8_t* bytes, size_t size) {
    const size_t taken = simd::CopyAscii(bytes, size, next);
    next += taken;
    return taken;
  }
};

// Decodes up to the first byte that the table cannot decode, up to four pairs and up to sixteen
// ASCII bytes at a time. How many there are of each is computed and not branched on, so that text
// with a space every few characters costs no mispredicted branches.
template <typename Writer>
size_t Decode(const PairTable& table, const uint8_t* bytes, size_t size, Writer& out) {
  const char16_t* const units = table.units;
  size_t at = 0;
  for (;;) {
    while (size - at >= 24) {
      const uint64_t word = Load64(bytes + at);
      const size_t pairs = LowestOfFour(~word & 0x0080'0080'0080'0080);
      const uint64_t four =
          uint64_t{units[word & 0xFFFF]} | uint64_t{units[word >> 16 & 0xFFFF]} << 16 |
          uint64_t{units[word >> 32 & 0xFFFF]} << 32 | uint64_t{units[word >> 48]} << 48;
      // The highest bit of a lane is set here for the lowest unit that is 0, and perhaps for units
      // above it.
      const size_t known = LowestOfFour((four - 0x0001'0001'0001'0001) & ~four & kTop);
      const size_t count = std::min(pairs, known);
      out.AppendUpToFour(four, count);
      at += 2 * count;
      if (count == 4) continue;
      if (known < pairs) break;
      const size_t ascii = out.TakeShortAscii(bytes + at);
      at += ascii;
      if (ascii == 16) at += out.TakeAscii(bytes + at, size - at);
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
  UnitsWriter writer{out};
  const size_t read = Decode(table, bytes, size, writer);
  return {read, static_cast<size_t>(writer.next - out)};
}

Progress DecodePairsUtf8(const PairTable& table, const uint8_t* bytes, size_t size, uint8_t* out) {
  Utf8Writer writer{out};
  const size_t read = Decode(table, bytes, size, writer);
  return {read, static_cast<size_t>(writer.next - out)};
}

// Encodes up to four code units of two bytes, and up to eight of ASCII, at a time. How many there
// are of each is computed, as in Decode().
Progress EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size,
                     uint8_t* out) {
  uint8_t* next = out;
  size_t at = 0;
  for (;;) {
    while (size - at >= 12) {
      const uint64_t word = Load64(units + at);
      const size_t other = NonAsciiUnits(word);
      const uint64_t four = uint64_t{table.bytes[word & 0xFFFF]} |
                            uint64_t{table.bytes[word >> 16 & 0xFFFF]} << 16 |
                            uint64_t{table.bytes[word >> 32 & 0xFFFF]} << 32 |
                            uint64_t{table.bytes[word >> 48]} << 48;
      // Two bytes have a bit above the lower eight. It is the highest bit of the lane, or adding
      // 0x7F00 carries into that.
      const uint64_t carries = (four & 0x7FFF'7FFF'7FFF'7FFF) + 0x7F00'7F00'7F00'7F00;
      const size_t known = LowestOfFour(~(carries | four) & kTop);
      const size_t count = std::min(other, known);
      Store64(four, next);
      next += 2 * count;
      at += count;
      if (count == 4) continue;
      if (known < other) break;
      size_t ascii = NarrowShortAscii(units + at, next);
      if (ascii == 8) ascii += simd::NarrowAscii(units + at + 8, size - at - 8, next + 8);
      at += ascii;
      next += ascii;
    }
    if (at == size) break;
    if (units[at] < 0x80) {
      const size_t ascii = simd::NarrowAscii(units + at, size - at, next);
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
  return {at, static_cast<size_t>(next - out)};
}

}  // namespace encoding::simd::scalar
