// https://encoding.spec.whatwg.org/#big5-decoder
// The decoder and the encoder of Big5.
#pragma once

#include "double_byte.h"

namespace whatwg_encoding {

using Big5Decoder = DoubleByteDecoder<struct Big5>;

// https://encoding.spec.whatwg.org/#big5-encoder
class Big5Encoder : public EncoderLimits<2> {
 public:
  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

// An encoder that writes everything that the decoder reads: also the rows below 0xA1 and the four
// pairs that stand for two code points, which the standard's encoder leaves out.
class Big5FullEncoder : public EncoderLimits<2, 2> {
 public:
  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  // U+00CA or U+00EA, which has not been written, because the next code point may belong to it; or
  // 0.
  char16_t pending_ = 0;
};

}  // namespace whatwg_encoding
