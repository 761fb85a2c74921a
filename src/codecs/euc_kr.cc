// https://encoding.spec.whatwg.org/#euc-kr-decoder
// Decodes and encodes EUC-KR.
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
  // https://encoding.spec.whatwg.org/#euc-kr-encoder
  static PairBytesTable MakeBytes() { return MakePairBytesTable(PairsOf<EucKr>()); }
};

const PairTable& EucKrPairs() { return PairsOf<EucKr>(); }
const PairBytesTable& EucKrBytes() { return Once<EucKr::MakeBytes>(); }

ENCODING_INSTANTIATE_DECODER(EucKrDecoder);
template class DoubleByteEncoder<EucKr>;

}  // namespace whatwg_encoding
