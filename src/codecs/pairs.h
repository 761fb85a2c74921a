// Runs of ASCII and of two-byte sequences, which are nearly all there is in text.
#pragma once

#include <bit>

#include "core/index.h"
#include "core/load.h"
#include "core/result.h"
#include "core/sink.h"
#include "core/source.h"

namespace encoding {

// What every two bytes stand for, where that is one code point below U+10000 and the first byte is
// not ASCII; 0 for all else. 128 KB, made from
// the compact index on first use.
class PairTable {
 public:
  // `code_point(leading, trailing)` for leading bytes 0x81 to 0xFE, trailing bytes 0x40 to 0xFF.
  template <typename CodePoint>
  explicit PairTable(CodePoint code_point) {
    for (unsigned leading = 0x81; leading <= 0xFE; ++leading) {
      for (unsigned trailing = 0x40; trailing <= 0xFF; ++trailing) {
        units_[leading | trailing << 8] =
            code_point(static_cast<uint8_t>(leading), static_cast<uint8_t>(trailing));
      }
    }
  }

  // `pair`: the leading byte in the lower eight bits, the trailing byte above.
  char16_t operator[](size_t pair) const { return units_[pair]; }

 private:
  char16_t units_[0x10000] = {};
};

// Appends what ASCII bytes and pairs of the table stand for, up to the first byte that begins
// neither. Returns how many bytes that is. The same as the steps of the codec for those bytes,
// because the table holds what they give for each pair.
template <Sink S>
size_t DecodePairs(const PairTable& pairs, const uint8_t* bytes, size_t size, S& out) {
  S sink = out;  // a local sink can live in registers
  size_t at = 0;
  // Up to four pairs and up to sixteen ASCII bytes at a time. How many of each is computed, not
  // branched on, so that text with a space every few characters costs no mispredictions.
  while (size - at >= 24) {
    const uint64_t word = Load64(bytes + at);
    const uint64_t not_leading = ~word & 0x0080'0080'0080'0080;
    const size_t count =
        not_leading == 0 ? 4 : static_cast<size_t>(std::countr_zero(not_leading)) / 16;
    const uint64_t units =
        uint64_t{pairs[word & 0xFFFF]} | uint64_t{pairs[word >> 16 & 0xFFFF]} << 16 |
        uint64_t{pairs[word >> 32 & 0xFFFF]} << 32 | uint64_t{pairs[word >> 48]} << 48;
    // The lowest unit that is 0, and perhaps others above it, have their high bit set here.
    const uint64_t odd = (units - 0x0001'0001'0001'0001) & ~units & 0x8000'8000'8000'8000;
    if (odd != 0 && static_cast<size_t>(std::countr_zero(odd)) < 16 * count) break;
    sink.AppendUpToFour(units, count);
    at += 2 * count;
    if (count == 4) continue;
    const size_t ascii = sink.TakeShortAscii(bytes + at);
    at += ascii;
    if (ascii == 16) at += sink.TakeAscii(bytes + at, size - at);
  }
  while (at < size) {
    if (IsAscii(bytes[at])) {
      at += sink.TakeAscii(bytes + at, size - at);
      continue;
    }
    if (size - at == 1) break;
    const char16_t unit = pairs[Load16(bytes + at)];
    if (unit == 0) break;
    sink.AppendBmp(unit);
    at += 2;
  }
  out = sink;
  return at;
}

// Encodes ASCII and code points that have two bytes in the pages, up to the first that is neither;
// returns how many code units that is. Four of the one and eight of the other at a time, without a
// branch on how they mix, as above.
inline size_t EncodePairs(const index::Pages& pages, const char16_t* units, size_t size,
                          ByteSink& out) {
  ByteSink sink = out;
  size_t at = 0;
  while (size - at >= 12) {
    const uint64_t word = Load64(units + at);
    const size_t count = NonAsciiUnits(word);
    const auto pair = [&](size_t i) -> uint64_t {
      const uint16_t bytes = pages[static_cast<char16_t>(word >> 16 * i)];
      return static_cast<uint64_t>(bytes) << 16 * i;
    };
    const uint64_t pairs = pair(0) | pair(1) | pair(2) | pair(3);
    // Two bytes have a bit above the lower eight: the carry that 0x7F00 makes, or the highest.
    constexpr uint64_t kTop = 0x8000'8000'8000'8000;
    const uint64_t carries = (pairs & 0x7FFF'7FFF'7FFF'7FFF) + 0x7F00'7F00'7F00'7F00;
    const uint64_t odd = ~(carries | pairs) & kTop;
    if (odd != 0 && static_cast<size_t>(std::countr_zero(odd)) < 16 * count) break;
    const uint64_t low = pairs & 0x00FF'00FF'00FF'00FF;
    sink.AppendUpToEight(low << 8 | (pairs >> 8 & 0x00FF'00FF'00FF'00FF), 2 * count);
    at += count;
    if (count == 4) continue;
    const size_t ascii = sink.TakeShortAscii(units + at);
    at += ascii;
    if (ascii == 8) at += sink.TakeAscii(units + at, size - at);
  }
  out = sink;
  return at;
}

// The encoder whose steps are all in its pages.
inline EncodeResult EncodeWithPages(const index::Pages& pages, Units in, ByteSink& out) {
  return EncodeAsciiCompatible(
      in, out,
      [&](const char16_t* units, size_t size, ByteSink& bytes) {
        return EncodePairs(pages, units, size, bytes);
      },
      [&](char32_t code_point, ByteSink& bytes) {
        const uint16_t pair = pages.At(code_point);
        if (pair != 0) bytes.AppendBytes(pair);
        return pair != 0;
      });
}

}  // namespace encoding
