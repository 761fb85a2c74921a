// https://encoding.spec.whatwg.org/#shift_jis-decoder
// The decoder and the encoder of Shift_JIS.
// May include base/, simd/, core/ and codecs/.
#pragma once

#include "../base/bytes.h"
#include "../core/byte_sink.h"
#include "../core/result.h"
#include "double_byte.h"

namespace whatwg_encoding {

using ShiftJisDecoder = DoubleByteDecoder<struct ShiftJis>;

// https://encoding.spec.whatwg.org/#shift_jis-encoder
class ShiftJisEncoder : public EncoderLimits<2> {
 public:
  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

}  // namespace whatwg_encoding
