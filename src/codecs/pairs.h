// The tables that the kernels of simd/pairs.h look pairs up in. They are made from the tables of
// core/index.h when they are first used. Most text in a double-byte encoding is ASCII and
// such pairs.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>

#include "../core/codec.h"
#include "../core/index.h"
#include "../core/source.h"

namespace whatwg_encoding {

using simd::PairBytesTable;
using simd::PairTable;

// The bytes from 0x80 on that stand alone, as a range. Byte 0x80 alone, the default, is in no
// encoding a leading byte.
struct SingleBytes {
  uint8_t first = 0x80;
  uint8_t last = 0x80;
};

// Makes a table of pairs. `code_point(leading, trailing)` is called for leading bytes 0x81 to 0xFE
// and trailing bytes 0x31 to 0xFF; it returns the code point of the pair when that is one code
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
    for (unsigned trailing = 0x31; trailing <= 0xFF; ++trailing) {
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

// What `make()` returns. It is made on first use. This function is static, so that a table takes no
// room in a binary for Windows: there, a table that several files could define would be in it.
template <auto make>
static const auto& Once() {
  static const auto value = make();
  return value;
}

// The tables that encodings of seven bits use too.
const PairTable& EucJpPairs();
const PairTable& EucKrPairs();
const PairTable& Gb18030Pairs();
const PairBytesTable& EucJpBytes();
const PairBytesTable& EucKrBytes();
const PairBytesTable& Gb18030Bytes();

// Converts one or two bytes, as one big-endian number, to a (little-endian) table entry, and back:
// it is its own inverse.
constexpr uint16_t TableEntry(uint16_t bytes) {
  const auto swapped = static_cast<uint16_t>(bytes << 8 | bytes >> 8);
  return bytes < 0x100 ? bytes : swapped;
}

// Returns the bytes of a code point as one number; 0 when the table has none.
inline uint16_t BytesFor(const PairBytesTable& table, char32_t code_point) {
  return code_point < 0x10000 ? TableEntry(table.bytes[code_point]) : uint16_t{0};
}

// Makes a table of ASCII, to which other code points are added.
inline PairBytesTable MakeAsciiTable() {
  PairBytesTable table = {};
  for (unsigned unit = 0; unit < 0x80; ++unit) table.bytes[unit] = static_cast<uint16_t>(unit);
  return table;
}

// Adds the pairs with leading bytes from `first` to `last` for the code points that the table has
// no bytes for. The first pair of a code point counts.
inline void AddPairs(const PairTable& pairs, uint8_t first, uint8_t last, PairBytesTable& table) {
  for (unsigned leading = first; leading <= last; ++leading) {
    for (unsigned trailing = 0x31; trailing <= 0xFF; ++trailing) {
      const auto pair = static_cast<uint16_t>(leading | trailing << 8);
      const char16_t code_point = pairs.units[pair];
      if (code_point != 0 && table.bytes[code_point] == 0) table.bytes[code_point] = pair;
    }
  }
}

// Makes the table of ASCII and of the pairs that a decoder reads, no byte of which stands alone.
inline PairBytesTable MakePairBytesTable(const PairTable& pairs) {
  PairBytesTable table = MakeAsciiTable();
  AddPairs(pairs, 0x81, 0xFE, table);
  return table;
}

// Adds what the encoders of EUC-JP and Shift_JIS write that their decoders read as something else.
inline void AddJapaneseOthers(PairBytesTable& table) {
  table.bytes[0x00A5] = 0x5C;
  table.bytes[0x203E] = 0x7E;
  table.bytes[0x2212] = table.bytes[0xFF0D];
}

// Pairs of bytes by the lower 16 bits of a code point, for encoders that write few of them: a table
// that is searched, and much smaller than one with an entry for every code point.
template <size_t capacity>
class PairsByCodePoint {
 public:
  void Add(char16_t code_point, uint16_t pair) {
    assert(size_ < capacity);
    entries_[size_++] = uint32_t{code_point} << 16 | pair;
  }
  // Find() may be called from now on.
  void Sort() { std::sort(entries_.begin(), entries_.begin() + size_); }
  // Returns the lowest pair of a code point, or 0.
  uint16_t Find(char16_t code_point) const {
    const auto* const end = entries_.data() + size_;
    const auto* const found = std::lower_bound(entries_.data(), end, uint32_t{code_point} << 16);
    const bool is_found = found != end && *found >> 16 == code_point;
    return is_found ? static_cast<uint16_t>(*found) : uint16_t{0};
  }

 private:
  std::array<uint32_t, capacity> entries_{};
  size_t size_ = 0;
};

// Encodes with a table, which kernels extend by ASCII. `handler` encodes what is not in the table.
template <typename Handler = decltype(ContainsNoMore)>
EncodeResult EncodePairs(const PairBytesTable& table, Units in, ByteSink& out,
                         Handler handler = ContainsNoMore) {
  const auto run = [&](Units units, ByteSink& bytes) {
    return bytes.TakePairs(table, units.data(), units.size());
  };
  return EncodeRuns(in, out, run, handler);
}

}  // namespace whatwg_encoding
