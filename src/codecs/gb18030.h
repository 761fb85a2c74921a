// https://encoding.spec.whatwg.org/#gb18030-decoder
#pragma once

#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class Gb18030Decoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

 private:
  uint8_t first_ = 0x00;
  uint8_t second_ = 0x00;
  uint8_t third_ = 0x00;
  uint8_t restored_ = 0x00;  // a digit to be read again before anything else
};

}  // namespace encoding
