// https://encoding.spec.whatwg.org/#replacement-decoder
#pragma once

#include "base/bytes.h"
#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class ReplacementDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes have been read of a sequence that is not finished.
  size_t pending() const { return 0; }

 private:
  bool error_returned_ = false;
};

}  // namespace encoding
