// https://encoding.spec.whatwg.org/#big5-decoder
// Decodes and encodes Big5.
// May include base/, simd/, core/ and codecs/.
#include "codecs/big5.h"

#include "codecs/double_byte.h"
#include "core/index.h"
#include "core/sinks.h"

namespace encoding {

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

}  // namespace encoding
