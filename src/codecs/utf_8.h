// https://encoding.spec.whatwg.org/#utf-8-decoder
// The decoder and the encoder of UTF-8.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

class Utf8Decoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return bytes_needed_ == 0 ? size_t{0} : size_t{1} + bytes_seen_; }

 private:
  uint32_t code_point_ = 0;
  uint8_t bytes_seen_ = 0;
  uint8_t bytes_needed_ = 0;
  uint8_t lower_boundary_ = 0x80;
  uint8_t upper_boundary_ = 0xBF;
};

// https://encoding.spec.whatwg.org/#utf-8-encoder
class Utf8Encoder : public EncoderLimits<3> {
 public:
  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

}  // namespace whatwg_encoding
