// https://encoding.spec.whatwg.org/#euc-kr-decoder
// Decodes and encodes EUC-KR.
// May include base/, simd/, core/ and codecs/.
#include "euc_kr.h"

#include "../core/index.h"
#include "../core/sinks.h"
#include "double_byte.h"

namespace whatwg_encoding {

namespace {

struct EucKr {
  static bool IsLeading(uint8_t byte) { return InRange(byte, 0x81, 0xFE); }

  template <Sink S>
  static Reason Single(uint8_t, S&) {
    return Reason::kInvalidByte;
  }

  // Returns 0 for null.
  static char16_t CodePoint(uint8_t leading, uint8_t trailing) {
    return InRange(trailing, 0x41, 0xFE) ? index::kEucKr[index::RowsAt(leading, trailing)] : 0;
  }

  static const PairTable& Pairs() { return EucKrPairs(); }

  template <Sink S>
  static Reason Pair(uint8_t leading, uint8_t trailing, S& out) {
    if (!InRange(trailing, 0x41, 0xFE)) return Reason::kInvalidTrailingByte;
    const char16_t code_point = CodePoint(leading, trailing);
    if (code_point == 0) return Reason::kUnmapped;
    out.AppendBmp(code_point);
    return Reason::kNone;
  }
};

}  // namespace

const PairTable& EucKrPairs() {
  static const PairTable pairs = MakePairTable(EucKr::CodePoint);
  return pairs;
}

template <Sink S>
DecodeResult EucKrDecoder::Decode(Bytes in, S& out, bool flush) {
  return DecodeDoubleByte<EucKr>(leading_, in, out, flush);
}

ENCODING_INSTANTIATE_DECODER(EucKrDecoder);

EncodeResult EucKrEncoder::Encode(Units in, ByteSink& out, bool) {
  static const PairBytesTable table = MakePairBytesTable(index::kEucKrEncode);
  return EncodeWithPages(table, index::kEucKrEncode, in, out);
}

}  // namespace whatwg_encoding
