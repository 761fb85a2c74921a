// hz-gb-2312, an encoding of the 2012 edition of the standard: ASCII, and between ~{ and ~} pairs
// of seven-bit bytes. A pair is the GBK pair with 0x80 subtracted from both bytes. See also RFC
// 1843.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

class HzGb2312Decoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return leading_ != 0x00 ? 1 : 0; }

  // What tells the states apart in which no sequence is unfinished.
  size_t mode() const { return flag_ ? 1 : 0; }

 private:
  template <Sink S>
  size_t TakeRun(Bytes in, S& out);
  template <Sink S>
  Reason Pair(uint8_t leading, uint8_t trailing, S& out);

  bool flag_ = false;  // two-byte mode: after ~{ and before ~}
  uint8_t leading_ = 0x00;
};

class HzGb2312Encoder : public EncoderLimits<4, 2> {
 public:
  static constexpr bool kReturnsBeforeErrors = true;  // to ASCII

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  void Enter(bool flag, ByteSink& out);

  bool flag_ = false;
};

}  // namespace whatwg_encoding
