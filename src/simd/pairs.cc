// The kernels of pairs.h without vectors but for short runs of ASCII.
#include "simd/pairs.h"

#include <algorithm>
#include <bit>

#include "core/load.h"
#include "core/sink.h"
#include "simd/scalar.h"

namespace encoding::simd::scalar {

namespace {

constexpr uint64_t kTop = 0x8000'8000'8000'8000;

// In which of four values of sixteen bits the bit is that is the lowest of those set; 4 for none.
size_t LowestOfFour(uint64_t bits) {
  return bits == 0 ? 4 : static_cast<size_t>(std::countr_zero(bits)) / 16;
}

// What comes before the first odd byte, up to four pairs and up to sixteen ASCII bytes at a time.
// How many of each is computed, not branched on, so that text with a space every few characters
// costs no mispredictions.
template <typename S>
size_t Decode(const PairTable& table, const uint8_t* bytes, size_t size, S& sink) {
  const char16_t* const units = table.units;
  size_t at = 0;
  for (;;) {
    while (size - at >= 24) {
      const uint64_t word = Load64(bytes + at);
      const size_t pairs = LowestOfFour(~word & 0x0080'0080'0080'0080);
      const uint64_t four =
          uint64_t{units[word & 0xFFFF]} | uint64_t{units[word >> 16 & 0xFFFF]} << 16 |
          uint64_t{units[word >> 32 & 0xFFFF]} << 32 | uint64_t{units[word >> 48]} << 48;
      // The lowest unit that is 0, and perhaps others above it, have their high bit set here.
      const size_t known = LowestOfFour((four - 0x0001'0001'0001'0001) & ~four & kTop);
      const size_t count = std::min(pairs, known);
      sink.AppendUpToFour(four, count);
      at += 2 * count;
      if (count == 4) continue;
      if (known < pairs) break;
      const size_t ascii = sink.TakeShortAscii(bytes + at);
      at += ascii;
      if (ascii == 16) at += sink.TakeAscii(bytes + at, size - at);
    }
    if (at == size) return at;
    const uint8_t byte = bytes[at];
    if (byte < 0x80) {
      at += sink.TakeAscii(bytes + at, size - at);
      continue;
    }
    const bool is_single = byte >= table.first_single && byte <= table.last_single;
    if (!is_single && size - at == 1) return at;
    const char16_t unit = units[is_single ? byte << 8 : Load16(bytes + at)];
    if (unit == 0) return at;
    sink.AppendBmp(unit);
    at += is_single ? 1 : 2;
  }
}

}  // namespace

Progress DecodePairs(const PairTable& table, const uint8_t* bytes, size_t size, char16_t* out) {
  Utf16Sink sink(out, size);
  const size_t read = Decode(table, bytes, size, sink);
  return {read, sink.written()};
}

Progress DecodePairsUtf8(const PairTable& table, const uint8_t* bytes, size_t size, uint8_t* out) {
  Utf8Sink sink(out, 3 * size);
  const size_t read = Decode(table, bytes, size, sink);
  return {read, sink.written()};
}

// Up to four code units of two bytes and up to eight of ASCII at a time, likewise.
Progress EncodePairs(const PairBytesTable& table, const char16_t* units, size_t size,
                     uint8_t* out) {
  ByteSink sink(out);
  size_t at = 0;
  for (;;) {
    while (size - at >= 12) {
      const uint64_t word = Load64(units + at);
      const size_t other = NonAsciiUnits(word);
      const uint64_t four = uint64_t{table.bytes[word & 0xFFFF]} |
                            uint64_t{table.bytes[word >> 16 & 0xFFFF]} << 16 |
                            uint64_t{table.bytes[word >> 32 & 0xFFFF]} << 32 |
                            uint64_t{table.bytes[word >> 48]} << 48;
      // Two bytes have a bit above the lower eight: the carry that 0x7F00 makes, or the highest.
      const uint64_t carries = (four & 0x7FFF'7FFF'7FFF'7FFF) + 0x7F00'7F00'7F00'7F00;
      const size_t known = LowestOfFour(~(carries | four) & kTop);
      const size_t count = std::min(other, known);
      sink.AppendUpToEight(four, 2 * count);
      at += count;
      if (count == 4) continue;
      if (known < other) break;
      const size_t ascii = sink.TakeShortAscii(units + at);
      at += ascii;
      if (ascii == 8) at += sink.TakeAscii(units + at, size - at);
    }
    if (at == size) break;
    if (units[at] < 0x80) {
      at += sink.TakeAscii(units + at, size - at);
      continue;
    }
    const uint16_t bytes = table.bytes[units[at]];
    if (bytes == 0) break;
    sink.Append(static_cast<uint8_t>(bytes));
    if (bytes >= 0x100) sink.Append(static_cast<uint8_t>(bytes >> 8));
    ++at;
  }
  return {at, sink.written()};
}

}  // namespace encoding::simd::scalar
