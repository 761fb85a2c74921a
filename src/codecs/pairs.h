// Runs of ASCII and of two-byte sequences, which are nearly all there is in text.
#pragma once

#include "core/index.h"
#include "core/load.h"
#include "core/result.h"
#include "core/sink.h"

namespace encoding {

// What every two bytes stand for, where that is one code point below U+10000 and the first byte is
// not ASCII; 0 for all else. 128 KB, made from the compact index on first use.
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
  while (at < size) {
    if (IsAscii(bytes[at])) {
      at += sink.TakeAscii(bytes + at, size - at);
      continue;
    }
    while (size - at >= 8) {
      const uint64_t word = Load64(bytes + at);
      constexpr uint64_t kLeadingBits = 0x0080'0080'0080'0080;
      if ((word & kLeadingBits) != kLeadingBits) break;
      const char16_t a = pairs[word & 0xFFFF];
      const char16_t b = pairs[word >> 16 & 0xFFFF];
      const char16_t c = pairs[word >> 32 & 0xFFFF];
      const char16_t d = pairs[word >> 48];
      if (a == 0 || b == 0 || c == 0 || d == 0) break;
      sink.AppendBmp(a);
      sink.AppendBmp(b);
      sink.AppendBmp(c);
      sink.AppendBmp(d);
      at += 8;
    }
    while (size - at >= 2 && !IsAscii(bytes[at])) {
      const char16_t unit = pairs[Load16(bytes + at)];
      if (unit == 0) {
        out = sink;
        return at;
      }
      sink.AppendBmp(unit);
      at += 2;
    }
    if (size - at == 1 && !IsAscii(bytes[at])) break;
  }
  out = sink;
  return at;
}

}  // namespace encoding
