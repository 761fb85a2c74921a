// hz-gb-2312, of the standard's 2012 edition: ASCII, and between ~{ and ~} pairs of seven-bit bytes
// that are GBK's with 0x80 taken away. See also RFC 1843.
#pragma once

#include "base/bytes.h"
#include "core/byte_sink.h"
#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class HzGb2312Decoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes have been read of a sequence that is not finished.
  size_t pending() const { return leading_ != 0x00 ? 1 : 0; }

 private:
  template <Sink S>
  size_t TakeRun(Bytes in, S& out);
  template <Sink S>
  Reason Pair(uint8_t leading, uint8_t trailing, S& out);

  bool flag_ = false;  // between ~{ and ~}
  uint8_t leading_ = 0x00;
};

class HzGb2312Encoder {
 public:
  static constexpr size_t kMaxBytesPerUnit = 4;
  static constexpr size_t kMaxEndBytes = 2;

  EncodeResult Encode(Units in, ByteSink& out, bool flush);

 private:
  void Enter(bool flag, ByteSink& out);

  bool flag_ = false;
};

}  // namespace encoding
