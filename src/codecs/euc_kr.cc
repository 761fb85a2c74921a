// https://encoding.spec.whatwg.org/#euc-kr-decoder
// Decodes and encodes EUC-KR.
// May include base/, simd/, core/ and codecs/.
#include "euc_kr.h"

#include "../core/index.h"
#include "double_byte-inl.h"

namespace whatwg_encoding {

struct EucKr {
  static bool IsLeading(uint8_t byte) { return InRange(byte, 0x81, 0xFE); }
  static bool IsTrailing(uint8_t, uint8_t byte) { return InRange(byte, 0x41, 0xFE); }
  static char16_t CodePoint(uint8_t leading, uint8_t trailing) {
    return index::kEucKr[index::RowsAt(leading, trailing)];
  }
};

const PairTable& EucKrPairs() { return PairsOf<EucKr>(); }

ENCODING_INSTANTIATE_DECODER(EucKrDecoder);

EncodeResult EucKrEncoder::Encode(Units in, ByteSink& out, bool) {
  static const PairBytesTable table = MakePairBytesTable(index::kEucKrEncode);
  return EncodePairs(table, in, out);
}

}  // namespace whatwg_encoding
