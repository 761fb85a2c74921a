// https://encoding.spec.whatwg.org/#x-user-defined-decoder
// The decoder and the encoder of x-user-defined.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

class XUserDefinedDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return 0; }
};

// https://encoding.spec.whatwg.org/#x-user-defined-encoder
class XUserDefinedEncoder : public EncoderLimits<1> {
 public:
  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

}  // namespace whatwg_encoding
