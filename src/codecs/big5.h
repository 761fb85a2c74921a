// https://encoding.spec.whatwg.org/#big5-decoder
#pragma once

#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class Big5Decoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

 private:
  uint8_t leading_ = 0x00;
};

}  // namespace encoding
