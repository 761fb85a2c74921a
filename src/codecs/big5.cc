// https://encoding.spec.whatwg.org/#big5-decoder
// Decodes and encodes Big5.
// May include base/, simd/, core/ and codecs/.
#include "big5.h"

#include "../core/index.h"
#include "../core/sinks.h"
#include "double_byte.h"

namespace whatwg_encoding {

namespace {

struct Big5 {
  static bool IsLeading(uint8_t byte) { return InRange(byte, 0x81, 0xFE); }

  template <Sink S>
  static Reason Single(uint8_t, S&) {
    return Reason::kInvalidByte;
  }

  // Returns 0 for null, for a pair of two code points, and for a code point above U+FFFF.
  static char16_t CodePoint(uint8_t leading, uint8_t trailing) {
    if (!InRange(trailing, 0x40, 0x7E) && !InRange(trailing, 0xA1, 0xFE)) return 0;
    const size_t at = index::RowsAt(leading, trailing);
    return IsPlane2(at) ? char16_t{0} : char16_t{index::kBig5[at]};
  }

  static bool IsPlane2(size_t at) { return index::kBig5Plane2[at / 8] >> (at % 8) & 1; }

  static const PairTable& Pairs() {
    static const PairTable pairs = MakePairTable(CodePoint);
    return pairs;
  }

  template <Sink S>
  static Reason Pair(uint8_t leading, uint8_t trailing, S& out) {
    if (!InRange(trailing, 0x40, 0x7E) && !InRange(trailing, 0xA1, 0xFE)) {
      return Reason::kInvalidTrailingByte;
    }
    const size_t at = index::RowsAt(leading, trailing);
    const char16_t code_point = index::kBig5[at];
    if (code_point == 0) return TwoCodePoints(leading, trailing, out);
    if (IsPlane2(at)) {
      out.Append(0x20000u + code_point);
    } else {
      out.AppendBmp(code_point);
    }
    return Reason::kNone;
  }

  // Appends the two code points of pointers 1133, 1135, 1164 and 1166, which the index does not
  // contain.
  template <Sink S>
  static Reason TwoCodePoints(uint8_t leading, uint8_t trailing, S& out) {
    if (leading != 0x88) return Reason::kUnmapped;
    const bool is_macron = trailing == 0x62 || trailing == 0xA3;
    const bool is_caron = trailing == 0x64 || trailing == 0xA5;
    if (!is_macron && !is_caron) return Reason::kUnmapped;
    out.AppendBmp(trailing < 0xA0 ? 0x00CA : 0x00EA);
    out.AppendBmp(is_macron ? 0x0304 : 0x030C);
    return Reason::kNone;
  }
};

}  // namespace

template <Sink S>
DecodeResult Big5Decoder::Decode(Bytes in, S& out, bool flush) {
  return DecodeDoubleByte<Big5>(leading_, in, out, flush);
}

ENCODING_INSTANTIATE_DECODER(Big5Decoder);

EncodeResult Big5Encoder::Encode(Units in, ByteSink& out, bool) {
  static const PairBytesTable table = MakePairBytesTable(index::kBig5Encode);
  return EncodeWithPages(table, index::kBig5Encode, in, out);
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

// What the standard's encoder writes comes first. U+00CA and U+00EA have no entry, so that kernels
// stop there.
PairBytesTable MakeFullBytes() {
  PairBytesTable table = MakePairBytesTable(index::kBig5Encode);
  AddPairs(Big5::Pairs(), 0x81, 0xA0, table);
  table.bytes[0x00CA] = table.bytes[0x00EA] = 0;
  return table;
}

// The pairs of the code points above U+FFFF, all of which are below U+30000.
using Plane2Pairs = PairsByCodePoint<(0xA1 - 0x81) * size_t{157}>;

Plane2Pairs MakePlane2Pairs() {
  Plane2Pairs pairs;
  for (unsigned leading = 0x81; leading <= 0xA0; ++leading) {
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

uint16_t Plane2Pair(char32_t code_point) {
  if (code_point < 0x20000 || code_point > 0x2FFFF) return 0;
  static const Plane2Pairs pairs = MakePlane2Pairs();
  const uint16_t pair = index::kBig5Encode.At(code_point);
  return pair != 0 ? pair : pairs.Find(static_cast<char16_t>(code_point));
}

}  // namespace

EncodeResult Big5FullEncoder::Encode(Units in, ByteSink& out, bool flush) {
  static const PairBytesTable table = MakeFullBytes();
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
