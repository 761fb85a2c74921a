// https://encoding.spec.whatwg.org/#x-user-defined-decoder
#pragma once

#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class XUserDefinedDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);
};

}  // namespace encoding
