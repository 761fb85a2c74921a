// The classes of the codecs of EUC-KR, Shift_JIS and Johab, and of the decoder of Big5, in which
// ASCII bytes stand for themselves, and a leading byte and a trailing byte form a pair.
#pragma once

#include "../core/codec.h"

namespace whatwg_encoding {

// double_byte-inl.h says what a Codec is, and defines Decode() and Encode().
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

// Writes one byte or two for each code point.
template <typename Codec>
class DoubleByteEncoder : public EncoderLimits<2> {
 public:
  EncodeResult Encode(Units in, ByteSink& out, bool flush);
};

}  // namespace whatwg_encoding
