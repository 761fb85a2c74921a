// https://encoding.spec.whatwg.org/#euc-jp-decoder
// The decoder and the encoder of EUC-JP.
// May include base/, simd/, core/ and codecs/.
#pragma once

#include "base/bytes.h"
#include "core/byte_sink.h"
#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class EucJpDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return leading_ == 0x00 ? 0 : jis0212_ ? 2 : 1; }

 private:
  uint8_t leading_ = 0x00;
  bool jis0212_ = false;
};

// https://encoding.spec.whatwg.org/#euc-jp-encoder
class EucJpEncoder {
 public:
  static constexpr size_t kMaxBytesPerUnit = 2;
  static constexpr size_t kMaxEndBytes = 0;

  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

}  // namespace encoding
