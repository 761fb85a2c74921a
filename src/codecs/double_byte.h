// The class of the decoders of Big5, EUC-KR, Shift_JIS and Johab, in which ASCII bytes stand for
// themselves, and a leading byte and a trailing byte form a pair.
// May include base/, simd/, core/ and codecs/.
#pragma once

#include "../base/bytes.h"
#include "../core/result.h"
#include "../core/sink.h"

namespace whatwg_encoding {

// double_byte-inl.h says what a Codec is, and defines Decode().
template <typename Codec>
class DoubleByteDecoder {
 public:
  template <Sink S>
  DecodeResult Decode(Bytes in, S& out, bool flush);

  // How many bytes of an unfinished sequence have been read.
  size_t pending() const { return leading_ != 0x00 ? 1 : 0; }

 private:
  uint8_t leading_ = 0x00;
};

}  // namespace whatwg_encoding
