// https://encoding.spec.whatwg.org/#euc-kr-decoder
// The decoder and the encoder of EUC-KR.
// May include base/, simd/, core/ and codecs/.
#pragma once

#include "../base/bytes.h"
#include "../core/byte_sink.h"
#include "../core/result.h"
#include "../core/sink.h"

namespace whatwg_encoding {

class EucKrDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return leading_ != 0x00 ? 1 : 0; }

 private:
  uint8_t leading_ = 0x00;
};

// https://encoding.spec.whatwg.org/#euc-kr-encoder
class EucKrEncoder {
 public:
  static constexpr size_t kMaxBytesPerUnit = 2;
  static constexpr size_t kMaxEndBytes = 0;

  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

}  // namespace whatwg_encoding
