// https://encoding.spec.whatwg.org/#gb18030-decoder
// The decoder and the encoder of gb18030 and GBK.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

class Gb18030Decoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const {
    return (restored_ != 0x00 ? 1u : 0u) + (third_ != 0x00    ? 3u
                                            : second_ != 0x00 ? 2u
                                            : first_ != 0x00  ? 1u
                                                              : 0u);
  }

 private:
  uint8_t first_ = 0x00;
  uint8_t second_ = 0x00;
  uint8_t third_ = 0x00;
  uint8_t restored_ = 0x00;  // a digit that is read again before any other byte
};

// https://encoding.spec.whatwg.org/#gb18030-encoder
class Gb18030Encoder : public EncoderLimits<4> {
 public:
  constexpr explicit Gb18030Encoder(bool is_gbk) : is_gbk_(is_gbk) {}

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  bool is_gbk_;
};

}  // namespace whatwg_encoding
