// https://encoding.spec.whatwg.org/#replacement-decoder
#pragma once

#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class ReplacementDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

 private:
  bool error_returned_ = false;
};

}  // namespace encoding
