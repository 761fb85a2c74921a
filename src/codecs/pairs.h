// The tables that the kernels of simd/pairs.h look pairs up in. They are made from the compact
// tables of core/index.h when they are first used. Most text in a double-byte encoding is ASCII and
// such pairs.
// May include base/, simd/, core/ and codecs/.
#pragma once

#include "base/bytes.h"
#include "core/byte_sink.h"
#include "core/index.h"
#include "core/result.h"
#include "core/source.h"
#include "simd/kernels.h"

namespace encoding {

using simd::PairBytesTable;
using simd::PairTable;

// The bytes from 0x80 on that stand alone, as a range. Byte 0x80 alone, the default, is in no
// encoding a leading byte.
struct SingleBytes {
  uint8_t first = 0x80;
  uint8_t last = 0x80;
};

// Makes a table of pairs. `code_point(leading, trailing)` is called for leading bytes 0x81 to 0xFE
// and trailing bytes 0x40 to 0xFF; it returns the code point of the pair when that is one code
// point below U+10000, else 0. `single(byte)` returns the code point of a byte that stands alone,
// or 0.
template <typename CodePoint, typename Single>
PairTable MakePairTable(CodePoint code_point, SingleBytes singles, Single single) {
  PairTable table = {{}, singles.first, singles.last};
  table.units[0] = 0xFFFF;
  for (unsigned byte = singles.first; byte <= singles.last; ++byte) {
    table.units[byte << 8] = single(static_cast<uint8_t>(byte));
  }
  for (unsigned leading = 0x81; leading <= 0xFE; ++leading) {
    if (leading >= singles.first && leading <= singles.last) continue;
    for (unsigned trailing = 0x40; trailing <= 0xFF; ++trailing) {
      table.units[leading | trailing << 8] =
          code_point(static_cast<uint8_t>(leading), static_cast<uint8_t>(trailing));
    }
  }
  return table;
}

// Makes the table of an encoding in which no byte from 0x80 on stands alone.
template <typename CodePoint>
PairTable MakePairTable(CodePoint code_point) {
  return MakePairTable(code_point, SingleBytes{}, [](uint8_t) { return char16_t{0}; });
}

// The tables that encodings of seven bits use too.
const PairTable& EucJpPairs();
const PairTable& EucKrPairs();
const PairTable& Gb18030Pairs();

// Makes the table of the bytes of each code point below U+10000.
inline PairBytesTable MakePairBytesTable(const index::Pages& pages) {
  PairBytesTable table = {};
  for (unsigned unit = 0; unit < 0x80; ++unit) table.bytes[unit] = static_cast<uint16_t>(unit);
  for (unsigned unit = 0x80; unit < 0x10000; ++unit) {
    const uint16_t bytes = pages[static_cast<char16_t>(unit)];
    const auto swapped = static_cast<uint16_t>(bytes << 8 | bytes >> 8);
    table.bytes[unit] = bytes < 0x100 ? bytes : swapped;
  }
  return table;
}

// Encodes with `pages`, from which `table` was made. The encoder has no other steps.
inline EncodeResult EncodeWithPages(const PairBytesTable& table, const index::Pages& pages,
                                    Units in, ByteSink& out) {
  return EncodeAsciiCompatible(
      in, out,
      [&](const char16_t* units, size_t size, ByteSink& bytes) {
        return bytes.TakePairs(table, units, size);
      },
      [&](char32_t code_point, ByteSink& bytes) {
        const uint16_t pair = pages.At(code_point);
        if (pair != 0) bytes.AppendBytes(pair);
        return pair != 0;
      });
}

}  // namespace encoding
