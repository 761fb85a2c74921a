// https://encoding.spec.whatwg.org/#euc-kr-decoder
// The decoder and the encoder of EUC-KR.
// May include base/, simd/, core/ and codecs/.
#pragma once

#include "../base/bytes.h"
#include "../core/byte_sink.h"
#include "../core/result.h"
#include "double_byte.h"

namespace whatwg_encoding {

using EucKrDecoder = DoubleByteDecoder<struct EucKr>;

// https://encoding.spec.whatwg.org/#euc-kr-encoder
class EucKrEncoder : public EncoderLimits<2> {
 public:
  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

}  // namespace whatwg_encoding
