// https://encoding.spec.whatwg.org/#euc-jp-decoder
#pragma once

#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class EucJpDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

 private:
  uint8_t leading_ = 0x00;
  bool jis0212_ = false;
};

}  // namespace encoding
