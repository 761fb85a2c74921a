// https://encoding.spec.whatwg.org/#utf-8-decoder
#pragma once

#include "base/bytes.h"
#include "core/byte_sink.h"
#include "core/result.h"
#include "core/sink.h"

namespace encoding {

class Utf8Decoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes have been read of a sequence that is not finished.
  size_t pending() const { return bytes_needed_ == 0 ? size_t{0} : size_t{1} + bytes_seen_; }

 private:
  void Reset();
  DecodeResult Error(Reason reason, size_t malformed, size_t read);

  uint32_t code_point_ = 0;
  uint8_t bytes_seen_ = 0;
  uint8_t bytes_needed_ = 0;
  uint8_t lower_boundary_ = 0x80;
  uint8_t upper_boundary_ = 0xBF;
  uint8_t steps_ = 0;  // so many sequences are not worth a kernel: errors are near each other
};

// https://encoding.spec.whatwg.org/#utf-8-encoder
class Utf8Encoder {
 public:
  static constexpr size_t kMaxBytesPerUnit = 3;
  static constexpr size_t kMaxEndBytes = 0;

  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

}  // namespace encoding
