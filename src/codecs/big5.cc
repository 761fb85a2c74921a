// https://encoding.spec.whatwg.org/#big5-decoder
// Decodes and encodes Big5.
#include "big5.h"

#include "../core/index.h"
#include "double_byte-inl.h"

namespace whatwg_encoding {

struct Big5 {
  static bool IsLeading(uint8_t byte) { return InRange(byte, 0x81, 0xFE); }
  static bool IsTrailing(uint8_t, uint8_t byte) {
    return InRange(byte, 0x40, 0x7E) || InRange(byte, 0xA1, 0xFE);
  }

  static bool IsPlane2(size_t at) { return index::kBig5Plane2[at / 8] >> (at % 8) & 1; }

  static char16_t CodePoint(uint8_t leading, uint8_t trailing) {
    const size_t at = index::RowsAt(leading, trailing);
    return IsPlane2(at) ? char16_t{0} : char16_t{index::kBig5[at]};
  }

  // Appends a code point above U+FFFF, or the two code points of pointers 1133, 1135, 1164 and
  // 1166, which the index does not contain.
  template <Sink S>
  static bool AppendOther(uint8_t leading, uint8_t trailing, S& out) {
    const size_t at = index::RowsAt(leading, trailing);
    if (IsPlane2(at)) {
      out.Append(0x20000u + index::kBig5[at]);
      return true;
    }
    if (leading != 0x88) return false;
    const bool is_macron = trailing == 0x62 || trailing == 0xA3;
    const bool is_caron = trailing == 0x64 || trailing == 0xA5;
    if (!is_macron && !is_caron) return false;
    out.AppendBmp(trailing < 0xA0 ? 0x00CA : 0x00EA);
    out.AppendBmp(is_macron ? 0x0304 : 0x030C);
    return true;
  }
};

ENCODING_INSTANTIATE_DECODER(Big5Decoder);

namespace {

// index Big5 pointer excludes the pairs with lower leading bytes.
// https://encoding.spec.whatwg.org/#index-big5-pointer
constexpr uint8_t kFirstEncodedLeading = 0xA1;

// Makes the table of the code points below U+10000. For six of them, the last pointer counts.
PairBytesTable MakeBytes() {
  PairBytesTable table = MakeAsciiTable();
  AddPairs(PairsOf<Big5>(), kFirstEncodedLeading, 0xFE, table);
  table.bytes[0x2550] = TableEntry(0xF9F9);
  table.bytes[0x255E] = TableEntry(0xF9E9);
  table.bytes[0x2561] = TableEntry(0xF9EB);
  table.bytes[0x256A] = TableEntry(0xF9EA);
  table.bytes[0x5341] = TableEntry(0xA451);
  table.bytes[0x5345] = TableEntry(0xA4CA);
  return table;
}

// The pairs of the code points above U+FFFF, all of which are below U+30000. Each code point has
// one pair.
using Plane2Pairs = PairsByCodePoint<kBig5Plane2Count>;

Plane2Pairs MakePlane2Pairs() {
  Plane2Pairs pairs;
  for (unsigned leading = 0x81; leading <= 0xFE; ++leading) {
    for (unsigned trailing = 0x40; trailing <= 0xFE; ++trailing) {
      const size_t at =
          index::RowsAt(static_cast<uint8_t>(leading), static_cast<uint8_t>(trailing));
      if (!Big5::IsPlane2(at)) continue;
      pairs.Add(index::kBig5[at], static_cast<uint16_t>(leading << 8 | trailing));
    }
  }
  pairs.Sort();
  return pairs;
}

// Returns the pair of a code point above U+FFFF, or 0.
uint16_t Plane2Pair(char32_t code_point) {
  if (code_point < 0x20000 || code_point > 0x2FFFF) return 0;
  return Once<MakePlane2Pairs>().Find(static_cast<char16_t>(code_point));
}

}  // namespace

EncodeResult Big5Encoder::Encode(Units in, ByteSink& out, bool) {
  return EncodePairs(Once<MakeBytes>(), in, out, [](char32_t code_point, ByteSink& bytes) {
    const uint16_t pair = Plane2Pair(code_point);
    const bool is_encoded = pair >> 8 >= kFirstEncodedLeading;
    if (is_encoded) bytes.AppendBytes(pair);
    return is_encoded;
  });
}

namespace {

// The pair of U+00CA or U+00EA, alone or with the code point that follows it; 0 when the two have
// no pair.
uint16_t PairOf(char16_t letter) { return letter == 0x00CA ? 0x8866 : 0x88A7; }
uint16_t PairOf(char16_t letter, char16_t mark) {
  if (mark == 0x0304) return letter == 0x00CA ? 0x8862 : 0x88A3;
  if (mark == 0x030C) return letter == 0x00CA ? 0x8864 : 0x88A5;
  return 0;
}

// The bytes that the standard's encoder writes come first. U+00CA and U+00EA have no entry, so that
// kernels stop there.
PairBytesTable MakeFullBytes() {
  PairBytesTable table = Once<MakeBytes>();
  AddPairs(PairsOf<Big5>(), 0x81, kFirstEncodedLeading - 1, table);
  table.bytes[0x00CA] = table.bytes[0x00EA] = 0;
  return table;
}

}  // namespace

EncodeResult Big5FullEncoder::Encode(Units in, ByteSink& out, bool flush) {
  const PairBytesTable& table = Once<MakeFullBytes>();
  Utf16Source source(in);
  while (!source.empty()) {
    if (pending_ != 0) {
      const uint16_t both = PairOf(pending_, source.rest()[0]);
      if (both != 0) source.Skip(1);
      out.AppendBytes(both != 0 ? both : PairOf(pending_));
      pending_ = 0;
    }
    source.Skip(out.TakePairs(table, source.rest().data(), source.rest().size()));
    if (source.empty()) break;
    const char32_t code_point = source.Next();
    if (code_point == 0x00CA || code_point == 0x00EA) {
      pending_ = static_cast<char16_t>(code_point);
      continue;
    }
    const uint16_t pair = Plane2Pair(code_point);
    if (pair == 0) return Unencodable(source.read(), code_point);
    out.AppendBytes(pair);
  }
  if (flush && pending_ != 0) {
    out.AppendBytes(PairOf(pending_));
    pending_ = 0;
  }
  return Encoded(in.size());
}

}  // namespace whatwg_encoding
