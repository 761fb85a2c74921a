// https://encoding.spec.whatwg.org/#replacement-decoder
// The decoder of the replacement encoding, which has no encoder.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

class ReplacementDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return 0; }

 private:
  bool error_returned_ = false;
};

}  // namespace whatwg_encoding
